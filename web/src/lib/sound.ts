// Sounds made on the spot: short bursts of shaped noise and tones, no files.
import { prefs } from './prefs.svelte';

let context: AudioContext | null = null;

/** Browsers allow sound only after the first touch; earlier sounds would all play at that moment. */
function ready(): AudioContext | null {
  if (!prefs.sound || typeof AudioContext === 'undefined') return null;
  if (navigator.userActivation?.hasBeenActive === false) return null;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context.state === 'closed' ? null : context;
  } catch {
    return null;
  }
}

interface Knock {
  at?: number; // seconds from now
  pitch: number; // Hz the noise is centred on
  sharp?: number; // how narrow
  length: number; // seconds
  loud: number; // 0 to 1
}

/** Something hard hits something: noise through a narrow filter, dying away. */
function knock(audio: AudioContext, { at = 0, pitch, sharp = 2, length, loud }: Knock): void {
  const begin = audio.currentTime + at;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: sharp });
  const gain = new GainNode(audio, { gain: loud });
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(begin);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const begin = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loud, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}

function sounding(make: (audio: AudioContext) => void): () => void {
  return () => {
    const audio = ready();
    if (audio) make(audio);
  };
}

/** Dice fall: each hits the tray a few times, ever softer. */
export function dice(count = 3): void {
  const audio = ready();
  if (!audio) return;
  for (let die = 0; die < count; die++) {
    let at = Math.random() * 0.09;
    for (let bounce = 0; bounce < 4; bounce++) {
      const pitch = 1700 + Math.random() * 1500;
      knock(audio, { at, pitch, sharp: 4, length: 0.045, loud: 0.5 / (bounce + 1) });
      at += (0.11 + Math.random() * 0.06) / (bounce + 1);
    }
  }
}

export const card = sounding((audio) => {
  knock(audio, { pitch: 2600, sharp: 0.7, length: 0.05, loud: 0.22 });
  knock(audio, { at: 0.012, pitch: 420, sharp: 1.2, length: 0.07, loud: 0.3 });
});

export const take = sounding((audio) => {
  knock(audio, { pitch: 3400, sharp: 0.5, length: 0.16, loud: 0.1 });
  knock(audio, { at: 0.12, pitch: 380, sharp: 1.2, length: 0.07, loud: 0.25 });
});

/** A token on the stack. */
export const chip = sounding((audio) => {
  knock(audio, { pitch: 4200, sharp: 9, length: 0.06, loud: 0.5 });
  knock(audio, { at: 0.05, pitch: 3700, sharp: 9, length: 0.05, loud: 0.3 });
});

/** The dice hit the table: this is my last throw. */
export const hit = sounding((audio) => {
  knock(audio, { pitch: 160, sharp: 1.4, length: 0.16, loud: 0.9 });
  knock(audio, { pitch: 1900, sharp: 3, length: 0.04, loud: 0.3 });
});

export const turn = sounding((audio) => tone(audio, 0, 587, 0.16, 0.06));

export const win = sounding((audio) => {
  [523, 659, 784, 1047].forEach((pitch, n) => tone(audio, n * 0.11, pitch, 0.34, 0.1));
});

export const lose = sounding((audio) => {
  [392, 330, 262].forEach((pitch, n) => tone(audio, n * 0.15, pitch, 0.36, 0.07));
});
