/** Renders the console into the page. */
import { setNonce } from 'get-nonce'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { styleNonce } from './nonce.ts'
import { loadEarly } from './routing/load-early.ts'

// `react-remove-scroll` locks the scrolling of the page behind a dialog with a style element, and takes the nonce of
// that element from `get-nonce`.
setNonce(styleNonce())

loadEarly()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element "root".')
// In a transition, React renders in slices, so that the browser can handle input between them on a slow processor.
startTransition(() => createRoot(root).render(<App />))
