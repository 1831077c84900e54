/**
 * Bundles the program of the published package into few modules. The bundle starts in a third of the time of
 * the single modules, and needs few installed libraries (docs/decisions/0115-a-bundled-package.md).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { SCALAR_FILE, scalarScript } from '../src/api/_reference/scalar.ts'
import { NATIVE, OPTIONAL } from './external.ts'
import { type LanguageTable, languageModule } from './language-table.ts'
import { licenceTexts } from './release/licence-texts.ts'
import { ROOT } from './root.ts'

/** The library of the API reference. The bundle contains only the script of this library. */
const REFERENCE = '@scalar/fastify-api-reference'

/** Entry points of the bundle by name: exported modules, and modules that worker threads start from. */
function entryPoints(): Record<string, string> {
  const source = join(ROOT, 'src')
  const named = { main: 'main.ts', index: 'index.ts', testing: 'testing/index.ts' }
  const entries = new Map(Object.entries(named).map(([name, path]) => [name, join(source, path)]))
  for (const path of globSync('**/*.ts', { cwd: source })) {
    // In the bundle, scalar.ts starts no thread, because the build has already written the script that the thread
    // would return.
    if (path.endsWith('scalar.ts')) continue
    for (const [, name = ''] of readFileSync(join(source, path), 'utf8').matchAll(SIBLING)) {
      const sibling = join(source, dirname(path), `${name}.ts`)
      if ((entries.get(name) ?? sibling) !== sibling)
        throw new Error(`two worker threads start from modules named ${name}.ts`)
      entries.set(name, sibling)
    }
  }
  return Object.fromEntries(entries)
}

/**
 * Matches a call that starts a worker thread from a module in the same folder. In the bundle, all modules are
 * in one folder, so the call finds the module there too.
 */
const SIBLING = /siblingModule\(import\.meta\.url, '([^']+)'\)/g

/**
 * Writes the modules into `folder`, which must be one level below the root of the package, as `src/lib` is.
 * @returns the texts of the licences of the libraries inside
 * @throws {Error} when a module has an error, when two worker threads start from modules of the same name, or when
 * a CommonJS module is loaded on demand
 */
export async function bundle(folder: string): Promise<string> {
  const { metafile } = await build({
    entryPoints: entryPoints(),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Without this alias the package resolves to CommonJS, and the bundle cannot load CommonJS on demand.
    alias: { '@peculiar/x509': join(ROOT, 'node_modules/@peculiar/x509/build/x509.es.js') },
    chunkNames: '[name]-[hash]',
    // Errors and logs contain the names of classes.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    external: [...NATIVE, ...OPTIONAL],
    banner: { js: REQUIRE },
    plugins: [LIBRARIES],
    absWorkingDir: ROOT,
    logLevel: 'error',
  })
  requireModules(metafile)
  writeFileSync(join(folder, SCALAR_FILE), await scalarScript())
  return licenceTexts([...Object.keys(metafile.inputs), `node_modules/${REFERENCE}/`])
}

/**
 * Checks that modules loaded on demand are ES modules, because CommonJS modules in the bundle have only a
 * default export.
 * @throws {Error} with the names of CommonJS modules
 */
function requireModules({ inputs }: Metafile): void {
  const loaded = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import'),
  )
  const wrong = loaded.filter(({ path, external }) => external !== true && inputs[path]?.format !== 'esm')
  if (wrong.length === 0) return
  const names = wrong.map(({ path }) => path).join(', ')
  throw new Error(
    `these CommonJS modules cannot be loaded on demand: ${names}; import each in its own ES module, and load that one`,
  )
}

/** Defines `require` for libraries in CommonJS, which load modules of Node with it. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url)`

const LIBRARIES: Plugin = {
  name: 'libraries',
  setup({ onLoad, onResolve, resolve }) {
    // core-js is left out, because Node already has these functions, and because core-js makes regular
    // expressions slow (docs/decisions/0058-libraries-instead-of-own-code.md).
    onResolve({ filter: /^core-js\/modules\// }, ({ path }) => ({ path, namespace: 'nothing' }))
    // twitter-text needs the package `punycode`, not the deprecated module of Node with the same name.
    onResolve({ filter: /^punycode$/ }, ({ resolveDir, kind }) => resolve('punycode/', { resolveDir, kind }))
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }))
    onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]/ }, async ({ path }) => {
      const { ngramsData } = (await import(pathToFileURL(path).href)) as {
        readonly ngramsData: LanguageTable
      }
      return { contents: languageModule(ngramsData) }
    })
    // The library needs this polyfill before its first line. The build adds the import to the library itself,
    // because two modules of Aviary load the library on demand.
    onLoad({ filter: /[\\/]x509\.es\.js$/ }, ({ path }) => ({
      contents: `import 'reflect-metadata'\n${readFileSync(path, 'utf8')}`,
    }))
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      // The replacement calls the global `require` at run time, so that the bundler does not see the call.
      return { contents: text.replaceAll('createRequire(import.meta.url)(', 'require('), loader: 'ts' }
    })
  },
}
