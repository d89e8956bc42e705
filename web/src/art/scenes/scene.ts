// What lies on the table in the picture of a game.
import type { DrawnSuit } from './DrawnCard.svelte';

export interface Scene {
  tray?: boolean;
  dice?: { x: number; y: number; face: number; turn?: number; size?: number }[];
  stacks?: { x: number; y: number; count: number; colour?: string }[];
  cards?: { x: number; y: number; suit: DrawnSuit; count?: number; turn?: number }[];
}
