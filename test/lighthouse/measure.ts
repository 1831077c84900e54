/**
 * Measures the pages of the demo with Lighthouse: `npm run lighthouse -- [--runs N] [--form
 * desktop|mobile|both] [--out FILE] [PAGE …]`. It installs Lighthouse into this folder at its first use,
 * starts a demo, signs in as an operator, and writes docs/lab/lighthouse.md. Lighthouse simulates a slow
 * network and processor, so a slow machine has almost no effect except on the time of scripts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { ROOT } from '../../scripts/root.ts'
import { type Demo, startDemo } from './demo.ts'
import { type MeasuredPage, pagesOf } from './pages.ts'
import { type Measure, median, type Row, table } from './table.ts'

const FOLDER = import.meta.dirname
const FORMS = ['desktop', 'mobile'] as const
type Form = (typeof FORMS)[number]

const MAX_RUNS = 99
const REPORT = join(ROOT, 'docs/lab/lighthouse.md')
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

interface Audit {
  readonly numericValue?: number
}

/** The part of Lighthouse that this file uses. Lighthouse is not installed when types are checked. */
interface Lighthouse {
  readonly default: (
    url: string,
    flags: object,
    config?: object,
  ) => Promise<{
    readonly lhr: {
      readonly categories: Readonly<Record<string, { readonly score: number | null }>>
      readonly audits: Readonly<Record<string, Audit>>
      readonly finalDisplayedUrl: string
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

/** Starts the Chromium of the browser tests, with a port that Lighthouse connects to. */
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
  form: Form,
  { url, cookie, port }: Pick<Demo, 'url' | 'cookie'> & { readonly port: number },
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
  // If the page redirects to the sign-in page, Lighthouse would measure the sign-in page.
  const { pathname } = new URL(lhr.finalDisplayedUrl)
  if (pathname !== new URL(url + page.path).pathname) throw new Error(`${page.name} has led to ${pathname}`)
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

/**
 * Empty facts about the demo. They are enough to list the names of pages, because only paths depend on facts.
 */
const NO_FACTS = { appId: '', username: '', userId: '', postId: '', reportId: '', webhookId: '' }

interface Options {
  readonly runs: number
  readonly forms: readonly Form[]
  readonly out: string
  /** Names of pages; empty for all pages. */
  readonly names: readonly string[]
}

/** @throws {Error} for a wrong option */
function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      form: { type: 'string', default: 'both' },
      out: { type: 'string', default: REPORT },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS)
    throw new Error(`--runs takes a whole number from 1 to ${MAX_RUNS}, not "${values.runs}"`)
  const forms = values.form === 'both' ? FORMS : FORMS.filter((form) => form === values.form)
  if (forms.length === 0) throw new Error(`--form takes desktop, mobile or both, not "${values.form}"`)
  const known = pagesOf(NO_FACTS).map(({ name }) => name)
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`there is no page ${unknown.join(', ')}; the pages are ${known.join(', ')}`)
  return { runs, forms, out: values.out, names: positionals }
}

async function main({ runs, forms, out, names }: Options): Promise<void> {
  const lighthouse = await loadLighthouse()
  const folder = mkdtempSync(join(tmpdir(), 'aviary-lighthouse-'))
  const browser = await startChromium(folder)
  const demo = await startDemo(join(folder, 'data'))
  const rows: Row[] = []
  try {
    for (const page of pagesOf(demo.facts)) {
      if (names.length > 0 && !names.includes(page.name)) continue
      const of = new Map<Form, Measure | undefined>()
      for (const form of forms) {
        const measures: Measure[] = []
        while (measures.length < runs) {
          measures.push(await measure(lighthouse, page, form, { ...demo, port: browser.port }))
        }
        of.set(form, median(measures))
      }
      const row = { name: page.name, desktop: of.get('desktop'), mobile: of.get('mobile') }
      rows.push(row)
      process.stdout.write(`${table([row]).split('\n').at(-1)}\n`)
    }
  } finally {
    await browser.close()
    await demo.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const text = `# Lighthouse

Made by \`npm run lighthouse\` on ${new Date().toISOString().slice(0, 10)}: ${runs === 1 ? 'one run' : `the run with the median performance of ${runs} runs`}, simulated throttling, ${cpus().length} processors.
Times in milliseconds. Accessibility and best practices are ${forms.length === 1 ? `those of the ${forms[0]} form` : 'the lower of the values of both forms'}.

${table(rows)}
`
  writeFileSync(out, text)
}

await main(readOptions())
