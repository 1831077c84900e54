/** Builds the console into dist, and serves it with live reload in front of a running server. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Replaced by the server in each answer (src/api/console/_app/page.ts). */
const NONCE_PLACEHOLDER = 'AVIARY_NONCE'

const server = process.env['AVIARY_URL'] ?? 'http://localhost:8080'

/**
 * Chunks beside those of the pages. A phone has long round trips, and a browser six connections: what most pages share is one
 * file, not fifty. The first load stays below 250 KB (test/console/build.test.ts).
 */
const CHUNKS = [
  {
    name: 'editor',
    test: /node_modules\/(@codemirror|@lezer|@marijn|style-mod|crelt|w3c-keyname)/,
    priority: 3,
  },
  {
    name: 'charts',
    test: /node_modules\/(@mantine\/charts|recharts|d3-|victory-vendor|@reduxjs)/,
    priority: 3,
  },
  { name: 'base', minShareCount: 11, priority: 4 },
]

/**
 * Names the frame of signed-in pages in the HTML. Without it a browser learns of the frame only after it has run the first
 * script, which is one more round trip of a phone; after a sign-in the frame is needed too.
 */
const preloadFrame: Plugin = {
  name: 'preload-frame',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      return Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.name === 'Shell')
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${fileName}` },
          injectTo: 'head' as const,
        }))
    },
  },
}

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig(({ command }) => ({
  base: '/console/',
  plugins: [react(), preloadFrame],
  // The server of development answers without a content policy, and would send the placeholder itself.
  ...(command === 'build' ? { html: { cspNonce: NONCE_PLACEHOLDER } } : {}),
  build: {
    modulePreload: { polyfill: false },
    // A data URL would not be cached with the other assets.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/console/api', '/openapi.json', '/2', '/1.1', '/labs', '/oauth', '/oauth2', '/stream'].map((path) => [
        path,
        // Writing calls are compared with the origin of the server itself.
        { target: server, changeOrigin: true, headers: { origin: server } },
      ]),
    ),
  },
}))
