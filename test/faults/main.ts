/**
 * The command `npm run faults -- --seed N --minutes M --runs R`. It makes fault runs and prints one line of JSON for
 * each run. It fails when a promise is broken.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runFaults } from './run.ts'

// Servers use the compile cache of the test suite, so that they start in a tenth of the time.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    runs: { type: 'string', default: '1' },
  },
})

const cleanups: (() => unknown)[] = []
const t = { after: (hook?: unknown) => void cleanups.push(hook as () => unknown) }

let cleaning = Promise.resolve()

/**
 * Runs the hooks in the order of registration, as tests do; a hook may register another hook. A second call
 * waits until the first call has ended.
 */
function cleanUp(): Promise<void> {
  cleaning = cleaning.then(async () => {
    while (cleanups.length > 0) for (const cleanup of cleanups.splice(0)) await cleanup()
  })
  return cleaning
}

// A run that is interrupted must leave no server running.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))

for (let run = 0; run < Number(values.runs); run += 1) {
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  try {
    const options = { seed: Number(values.seed) + run, seconds: Number(values.minutes) * 60, say }
    const report = await runFaults(t as Parameters<typeof runFaults>[0], options)
    process.stdout.write(`${JSON.stringify(report)}\n`)
    if (report.problems.length > 0) process.exitCode = 1
  } finally {
    await cleanUp()
  }
}
