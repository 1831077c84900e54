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

/** Parts that an address of the console loads first: its frame and its page. */
const PART = /^(Shell|\w+Layout|\w+Page)$/

/**
 * Writes `pages.json`: the files of each part beside those of the HTML. The server names the parts of an address in the HTML
 * (src/api/console/_app/preloads.ts). Without that a browser learns of them only after it has run the first script, which is one
 * more round trip of a phone.
 */
const listParts: Plugin = {
  name: 'list-parts',
  apply: 'build',
  generateBundle(_options, bundle) {
    const filesOf = (fileName: string, found = new Set<string>()): ReadonlySet<string> => {
      const chunk = bundle[fileName]
      if (chunk?.type !== 'chunk' || found.has(fileName)) return found
      found.add(fileName)
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
      for (const imported of chunk.imports) filesOf(imported, found)
      return found
    }
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const first = new Set(
      chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...filesOf(fileName)]),
    )
    const parts = chunks
      .filter(({ isDynamicEntry, name }) => isDynamicEntry && PART.test(name))
      .map(({ name, fileName }) => [name, [...filesOf(fileName)].filter((file) => !first.has(file))])
    this.emitFile({
      type: 'asset',
      fileName: 'pages.json',
      source: JSON.stringify(Object.fromEntries(parts)),
    })
  },
}

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig(({ command }) => ({
  base: '/console/',
  plugins: [react(), listParts],
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
