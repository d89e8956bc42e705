import { mount } from 'svelte';
import App from './App.svelte';
import './style/index.css';
import { app } from './lib/app.svelte';
import { openHouse } from './lib/connection.svelte';
import { router } from './lib/router.svelte';
import { without } from './lib/without.svelte';

router.start();
openHouse();
app.start();
without.start();
mount(App, { target: document.getElementById('app')! });
