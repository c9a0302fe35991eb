// @ts-check
// What every page does once it is there.
import { shareLooks } from "./looks.js";
import { setUpMenus } from "./menus.js";
import { setUpThemeToggle } from "./theme-toggle.js";
import { rememberTimeZone } from "./time-zone.js";

setUpThemeToggle(document);
shareLooks();
setUpMenus(document);
rememberTimeZone(document);
