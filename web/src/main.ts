import { mount } from 'svelte';
import App from './App.svelte';
import './style/index.css';
import { openHouse } from './lib/connection.svelte';
import { router } from './lib/router.svelte';

router.start();
openHouse();
mount(App, { target: document.getElementById('app')! });
