/** Grades every client, one after the other, and writes results.json. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GRADES_FILE, type GradedTrial } from './page.ts'
import { PROGRAMS } from './programs.ts'

const AVIARY = fileURLToPath(new URL('../../../bin/aviary.js', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

const grades: Record<string, readonly GradedTrial[]> = {}
for (const { title, command } of PROGRAMS) {
  process.stderr.write(`${title}\n`)
  const words = [AVIARY, 'grade', '--quick', '--json', '--timeout', '20', '--', ...command]
  const { stdout } = spawnSync(process.execPath, words, {
    cwd: HERE,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  const { trials } = JSON.parse(stdout) as { readonly trials: readonly GradedTrial[] }
  grades[title] = trials.map(({ name, grade, seen }) => ({ name, grade, seen }))
  writeFileSync(GRADES_FILE, `${JSON.stringify(grades, null, 2)}\n`)
}
