import { mount } from 'svelte';
import App from './App.svelte';
import './style/index.css';
import { app } from './lib/app.svelte';
import { openHouse } from './lib/connection.svelte';
import { router } from './lib/router.svelte';

router.start();
openHouse();
app.start();
mount(App, { target: document.getElementById('app')! });
