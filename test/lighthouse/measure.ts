/**
 * Measures the pages of the demo with Lighthouse: `npm run lighthouse -- [--runs N] [PAGE …]`. It installs Lighthouse into this
 * folder at its first use, starts a demo, signs in, and writes docs/lab/lighthouse.md. Throttling is simulated, so that a
 * slow machine changes little but the time of scripts.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { ROOT } from '../../scripts/root.ts'
import { type DemoFacts, type MeasuredPage, pagesOf } from './pages.ts'
import { type Measure, median, type Row, table } from './table.ts'

const FOLDER = import.meta.dirname
const FORMS = ['desktop', 'mobile'] as const
const REPORT = join(ROOT, 'docs/lab/lighthouse.md')
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

interface Audit {
  readonly numericValue?: number
}

/** The part of Lighthouse that is used; it is not installed while the types are checked. */
interface Lighthouse {
  readonly default: (
    url: string,
    flags: object,
    config?: object,
  ) => Promise<{
    readonly lhr: {
      readonly categories: Readonly<Record<string, { readonly score: number | null }>>
      readonly audits: Readonly<Record<string, Audit>>
      readonly runtimeError?: { readonly message: string }
    }
  }>
  readonly desktopConfig: object
}

async function loadLighthouse(): Promise<Lighthouse> {
  if (!existsSync(join(FOLDER, 'node_modules/lighthouse'))) {
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (spawnSync('npm', words, { cwd: FOLDER, stdio: 'inherit' }).status !== 0)
      throw new Error('Lighthouse could not be installed')
  }
  const name: string = 'lighthouse'
  return (await import(name)) as Lighthouse
}

interface Demo {
  readonly url: string
  readonly cookie: string
  readonly facts: DemoFacts
  stop(): Promise<void>
}

async function startDemo(data: string): Promise<Demo> {
  const words = ['demo', '--data', data, '--port', '0', '--ops-port', '0']
  const child = spawn(process.execPath, [join(ROOT, 'bin/aviary.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let text = ''
  const link = await new Promise<URL>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const [found] = /http:\/\/\S+\/console\/link#\S+/.exec(text) ?? []
      if (found !== undefined) resolve(new URL(found))
    })
    void ended.then(() => reject(new Error(`the demo has ended: ${text}`)))
  })
  const signedIn = await fetch(new URL('/console/api/session/link', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ token: link.hash.slice(1) }),
  })
  const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const get = async (path: string) =>
    (await fetch(new URL(path, link), { headers: { cookie } })).json() as Promise<Record<string, never>>
  const { apps } = (await get('/console/api/apps')) as { readonly apps?: readonly { readonly id: string }[] }
  const { username } = (await get('/console/api/session')) as { readonly username?: string }
  return {
    url: link.origin,
    cookie,
    facts: { appId: apps?.[0]?.id ?? '1', username: username ?? 'demo' },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts the Chromium of the browser tests with a port for Lighthouse. */
async function startChromium(folder: string): Promise<{ readonly port: number; close(): Promise<void> }> {
  process.env['TMPDIR'] = folder
  const { default: packed } = await import('@sparticuz/chromium')
  const port = 9_222 + (process.pid % 1_000)
  const browser = await chromium.launch({
    executablePath: await packed.executablePath(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  return { port, close: () => browser.close() }
}

async function measure(
  { default: run, desktopConfig }: Lighthouse,
  page: MeasuredPage,
  form: (typeof FORMS)[number],
  { url, cookie, port }: { readonly url: string; readonly cookie: string; readonly port: number },
): Promise<Measure> {
  const flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    ...(page.isSignedIn ? { extraHeaders: { cookie } } : {}),
  }
  const { lhr } = await run(url + page.path, flags, form === 'desktop' ? desktopConfig : undefined)
  if (lhr.runtimeError !== undefined) throw new Error(`${page.name}: ${lhr.runtimeError.message}`)
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const value = (name: string) => Math.round(lhr.audits[name]?.numericValue ?? 0)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 0,
    bytes: value('total-byte-weight'),
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '3' }, out: { type: 'string', default: REPORT } },
  })
  const lighthouse = await loadLighthouse()
  const folder = mkdtempSync(join(tmpdir(), 'aviary-lighthouse-'))
  const browser = await startChromium(folder)
  const demo = await startDemo(join(folder, 'data'))
  const rows: Row[] = []
  try {
    const all = pagesOf(demo.facts)
    const pages = positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name))
    for (const page of pages) {
      const of = new Map<string, Measure | undefined>()
      for (const form of FORMS) {
        const measures: Measure[] = []
        while (measures.length < Number(values.runs)) {
          measures.push(await measure(lighthouse, page, form, { ...demo, port: browser.port }))
        }
        of.set(form, median(measures))
      }
      rows.push({ name: page.name, desktop: of.get('desktop'), mobile: of.get('mobile') })
      process.stdout.write(
        `${table([rows.at(-1) as Row])
          .split('\n')
          .at(-1)}\n`,
      )
    }
  } finally {
    await browser.close()
    await demo.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const text = `# Lighthouse

Made by \`npm run lighthouse\` on ${new Date().toISOString().slice(0, 10)}: medians of ${values.runs} runs, simulated throttling, ${cpus().length} processors.
Times in milliseconds. Accessibility and best practices are the lower value of both forms.

${table(rows)}
`
  writeFileSync(values.out, text)
}

await main()
