/** Starts the console in the page. */
import { setNonce } from 'get-nonce'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { styleNonce } from './nonce.ts'
import { loadEarly } from './routing/load-early.ts'

// Locking the scroll of the page behind a dialog inserts a style element by a library of its own.
setNonce(styleNonce())

loadEarly()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element "root".')
// In a transition React renders in slices, so that a slow processor answers meanwhile.
startTransition(() => createRoot(root).render(<App />))
