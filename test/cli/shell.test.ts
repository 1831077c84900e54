/**
 * Tests completion in the real shells, and the manual page. The completion scripts and the manual page must
 * have every command and option of the declarations.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { describe } from 'node:test'
import {
  allCommands,
  type CommandNode,
  commandTree,
  runnableCommands,
} from '../../src/cli/shell/command-tree.ts'
import { wholeProgram } from '../../src/main.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { sample, slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const has = (program: string) => spawnSync(program, ['--version']).error === undefined

async function tree(): Promise<CommandNode> {
  return commandTree(await wholeProgram({ out: process.stdout, err: process.stderr }, () => undefined))
}

async function printed(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await runMain(words)
  assert.deepEqual([code, err], [0, ''])
  return out
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })
  assert.deepEqual([status, stderr], [0, ''], `${program} ${args.join(' ')}`)
  return stdout
}

/** Command lines whose last word is completed, with the expected completions. */
const CASES: readonly (readonly [line: string, expected: readonly string[]])[] = [
  ['aviary ser', ['serve']],
  ['aviary user cre', ['create']],
  ['aviary serve --limits ', ['documented', 'relaxed', 'off']],
  ['aviary serve --limits rel', ['relaxed']],
  ['aviary serve --port 1 --ops-h', ['--ops-host']],
  ['aviary completion z', ['zsh']],
  ['aviary app labs 12 o', ['out']],
  ['aviary test --dat', ['--database', '--database-failover-wait', '--database-replica', '--database-wait']],
]

describe('aviary completion', () => {
  test('refuses to complete for an unknown shell', async () => {
    const { code, err } = await runMain(['completion', 'tcsh'])
    assert.equal(code, 2)
    assert.match(err, /^aviary: .*'tcsh'.* bash, zsh, fish/)
  })

  test('bash completes commands, options, their values and files', async (t) => {
    const folder = await temporaryDirectory(t)
    const script = join(folder, 'completion.bash')
    writeFileSync(script, await printed('completion', 'bash'))
    const program = await tree()
    const every = allCommands(program).flatMap(({ words, options, commands }): typeof CASES => [
      [`${words.join(' ')} -`, options.flatMap(({ names }) => names)],
      ...(commands.length === 0
        ? []
        : [[`${words.join(' ')} `, commands.map((each) => each.words.at(-1) ?? '')] as const]),
    ])
    const cases = [...CASES, ['aviary serve --limits = rel', ['relaxed']] as const, ...sample(every, 'bash')]
    // One process of bash completes all command lines, and prints a line of results for each.
    const lines = cases.map(([line]) => {
      const words = line.split(' ').map((word) => `'${word}'`)
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _aviary; echo "\${COMPREPLY[@]}"`
    })
    const found = run('bash', ['--norc', '-c', `source ${script}\n${lines.join('\n')}`]).split('\n')
    for (const [index, [line, expected]] of cases.entries()) {
      assert.deepEqual(found[index]?.split(' ').toSorted(), [...expected].toSorted(), line)
    }
  })

  slowTest(
    'zsh completes commands, options, their values and files',
    { skip: has('zsh') ? false : 'zsh is not installed' },
    async (t) => {
      const folder = await temporaryDirectory(t)
      const script = join(folder, '_aviary')
      writeFileSync(script, await printed('completion', 'zsh'))
      // These functions replace the functions of the completion system, and print their arguments.
      const stubs = `compdef() { : }
_files() { print files }
compadd() { [[ $1 == -- ]] && shift; if [[ $1 == -a ]]; then print -l -- \${(P)2}; else print -l -- $@; fi }
_describe() { print -l -- \${\${(P)argv[-1]}%%:*} }
source ${script}`
      for (const [line, expected] of CASES) {
        const words = line.split(' ').map((word) => `'${word}'`)
        const set = `words=(${words.join(' ')}); CURRENT=${words.length}; PREFIX=${words.at(-1)}; _aviary`
        const found = run('zsh', ['-f', '-c', `${stubs}\n${set}`], { HOME: folder }).split('\n')
        for (const word of expected) assert.ok(found.includes(word), `${line}: ${found.join(' ')}`)
      }
      assert.ok(run('zsh', ['-f', '-n', script]) === '')
    },
  )

  slowTest(
    'fish completes commands, options, their values and files',
    { skip: has('fish') ? false : 'fish is not installed' },
    async (t) => {
      const folder = await temporaryDirectory(t)
      const script = join(folder, 'aviary.fish')
      writeFileSync(script, await printed('completion', 'fish'))
      for (const [line, expected] of CASES) {
        const code = `source ${script}; complete -C '${line}'`
        const found = run('fish', ['--no-config', '-c', code], { HOME: folder })
          .split('\n')
          .map((each) => each.split('\t')[0] ?? '')
        for (const word of expected) assert.ok(found.includes(word), `${line}: ${found.join(' ')}`)
      }
    },
  )
})

describe('aviary man', () => {
  test('names every command and every option', async () => {
    const page = (await printed('man')).replaceAll('\\-', '-')
    const program = await tree()
    const runnable = runnableCommands(program)
    for (const name of ['import', 'import posts', 'man'])
      assert.ok(
        runnable.some(({ words }) => words.join(' ') === `aviary ${name}`),
        name,
      )
    for (const { usage } of runnable) assert.ok(page.includes(`.SS ${usage}\n`), usage)
    for (const { words, options } of allCommands(program)) {
      for (const { flags } of options) {
        // Every command has the option --help.
        if (!flags.includes('--help') && words.length > 1) assert.ok(page.includes(`.B ${flags}\n`), flags)
      }
    }
    for (const section of ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'EXIT STATUS', 'ENVIRONMENT', 'FILES']) {
      assert.ok(page.includes(`\n.SH ${section}\n`), section)
    }
    // In a manual page, a line that begins with a dot or an apostrophe is a macro.
    assert.doesNotMatch(page, /^(?!\.(TH|SH|SS|TP|B|BI|I) )[.'](?!TP$)/m)
  })

  const skip = has('mandoc') || has('man') ? false : 'neither mandoc nor man is installed'
  test('has no warnings', { skip }, async (t) => {
    const file = join(await temporaryDirectory(t), 'aviary.1')
    writeFileSync(file, await printed('man'))
    const [program, ...args] = has('mandoc')
      ? ['mandoc', '-T', 'lint', '-W', 'warning']
      : ['man', '--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-P', 'true']
    const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }
    const { stdout, stderr } = spawnSync(program ?? '', [...args, file], { encoding: 'utf8', env })
    // A warning about the date is allowed, because the page has a version where a date is expected.
    const warnings = `${stdout}${stderr}`.split('\n').filter((line) => /mandoc: |warning/i.test(line))
    assert.deepEqual(
      warnings.filter((line) => !line.includes('missing date')),
      [],
    )
  })
})
