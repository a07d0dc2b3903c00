/**
 * Effects run in the next task after the page was drawn, as React's do: Preact would wait for a frame, and a tab in
 * the background has none. While a page opens, they and what they redraw keep to the parts' turns.
 */
import { options } from 'preact';
import { afterCause, afterTurns } from '../opening/turns';

options.requestAnimationFrame = afterTurns;
options.debounceRendering = afterCause;
