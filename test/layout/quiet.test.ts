import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkQuietImports } from './quiet.ts'

const NOISY: Readonly<Record<string, string>> = {
  setting: 'export const port = process.env.AVIARY_PORT',
  settings: 'export const all = Object.keys(process.env)',
  timer: 'setInterval(() => {}, 1000)',
  reading: "import { readFileSync } from 'node:fs'; readFileSync('/etc/hostname')",
  writing: "import { writeFileSync } from 'node:fs'; writeFileSync('written', '')",
  listening: "import { createServer } from 'node:net'; createServer().listen(0)",
  thread: "import { Worker } from 'node:worker_threads'; new Worker('0', { eval: true })",
  process: "import { spawn } from 'node:child_process'; spawn('true')",
  throwing: "throw new Error('at once')",
}

test('a module with side effects on import is found, and a module without side effects passes', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'aviary-quiet-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => {
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, text)
    return file
  }
  const quiet = write('quiet', 'export const later = () => setInterval(() => process.env.AVIARY_PORT, 1000)')
  const files = [quiet, ...Object.entries(NOISY).map(([name, text]) => write(name, text))]
  const findings = checkQuietImports(files, [folder])
  assert.deepEqual(
    findings.map(({ path }) => path.split('/').at(-1)?.replace('.mjs', '')),
    Object.keys(NOISY),
  )
})
