/**
 * Tries unknown options and odd values of numbers with every command. The tests are generated from the
 * declarations.
 */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Argument, Command, Option } from 'commander'
import { SETTINGS } from '../../src/config.ts'
import { wholeProgram } from '../../src/main.ts'
import { migratedConfig, temporaryDirectory } from '../support/engines.ts'
import { byPart, slowTest } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

/** A command without subcommands, with its words. */
interface Leaf {
  readonly words: readonly string[]
  readonly command: Command
}

async function leaves(): Promise<readonly Leaf[]> {
  const program = await wholeProgram({ out: process.stdout, err: process.stderr }, () => undefined)
  // The command `import` can be run with or without a subcommand.
  return program.commands.flatMap((command) => leavesIn(command, [command.name()]))
}

function leavesIn(command: Command, words: readonly string[]): readonly Leaf[] {
  const inner = command.commands.flatMap((child) => leavesIn(child, [...words, child.name()]))
  return inner.length === 0 || command.registeredArguments.length > 0 ? [{ words, command }, ...inner] : inner
}

/** The required options and arguments of a command, with valid values. */
function needed({ options, registeredArguments }: Command): readonly string[] {
  const arguments_ = registeredArguments.filter(({ required }) => required).map(argumentOf)
  const own = options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [String(long), '1'])
  return [...own, ...arguments_]
}

function argumentOf({ argChoices }: Argument): string {
  return argChoices?.[0] ?? '1'
}

function typed({ long, required, argChoices }: Option): readonly string[] {
  return required ? [String(long), argChoices?.[0] ?? '1'] : [String(long)]
}

/** Options that the command does not have, but that its group or other commands of the group have. */
function foreignTo({ options, parent }: Command): ReadonlyMap<string, Option> {
  const foreign = new Map<string, Option>()
  // The program itself is not a group, because its commands have nothing in common.
  for (const other of parent === null || parent.parent === null ? [] : [parent, ...parent.commands]) {
    for (const option of other.options) foreign.set(String(option.long), option)
  }
  for (const option of options) foreign.delete(String(option.long))
  return foreign
}

describe('an option that a command does not have is an error that names it', () => {
  slowTest('every command refuses an invented option, and the options of related commands', async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    let refused = 0
    for (const { words, command } of await leaves()) {
      const name = words.join(' ')
      const flags = [['--frob'], ['--frob=1'], ...[...foreignTo(command).values()].map(typed)]
      for (const flag of flags) {
        const place = command.options.some(({ long }) => long === '--data') ? ['--data', data] : []
        const line = [...words, ...needed(command), ...flag, ...place]
        const { code, out, err } = await runMain(line)
        assert.equal(code, 2, line.join(' '))
        assert.equal(out, '', line.join(' '))
        const [long = ''] = String(flag[0]).split('=')
        assert.ok(err.startsWith(`aviary: unknown option '${long}' of "${name}"; `), `${name}: ${err}`)
        assert.match(err, /leave it out/)
        refused += 1
      }
    }
    assert.ok(refused > 300, String(refused))
  })

  test('the message names the commands that have the option, at any position of the option', async () => {
    const cases: readonly [line: string, message: string][] = [
      [
        'export users u.jsonl --query cats',
        `aviary: unknown option '--query' of "export users"; "export posts" has it; leave it out`,
      ],
      [
        'import follows f.txt --live',
        `aviary: unknown option '--live' of "import follows"; "import" and "import posts" have it; leave it out`,
      ],
      [
        'import --protected follows f.txt',
        `aviary: unknown option '--protected' of "import follows"; "import" and "import archive" have it; leave it out`,
      ],
      [
        'import users u.jsonl --of 5 --kind followers',
        `aviary: unknown option '--of' of "import users"; "import" and "import follows" have it; leave it out`,
      ],
      ['user create ada --nam Ada', `aviary: unknown option '--nam' of "user create"; leave it out`],
      ['verify --frob=1', `aviary: unknown option '--frob' of "verify"; leave it out`],
    ]
    for (const [line, message] of cases) {
      const { code, err } = await runMain(line.split(' '))
      assert.equal(code, 2, line)
      assert.equal(err.split('\n')[0], message)
      assert.match(err, /\(run with --help to see the arguments\)/)
    }
  })
})

test('every import and export has --dry-run, and its help shows --json', async () => {
  for (const { words, command } of await leaves()) {
    if (!['import', 'export'].includes(words[0] ?? '')) continue
    const flags = command.options.map(({ long }) => long)
    assert.ok(flags.includes('--json'), words.join(' '))
    assert.ok(flags.includes('--dry-run'), words.join(' '))
  }
})

/** Placeholders of numbers in the help. */
const NUMBERS = /<(?:N|R|SECONDS|MINUTES|HOURS|DAYS)>/

const ODD_NUMBERS = ['0', '-1', '', ' ', 'x', '0.5', '1e999', '99999999999999999999', 'NaN']

/**
 * For each numeric option that is not a setting, the other arguments that the command needs, and the odd
 * values that it accepts. Commands with accepted values fail later, because no server runs.
 */
const NUMERIC: Readonly<Record<string, { readonly words?: readonly string[]; readonly works?: RegExp }>> = {
  'demo --seed': { works: /^0$/ },
  'demo --nodes': {},
  'test --speed': { works: /^(?:0|0\.5)$/ },
  'grade --timeout': { works: /^0\.5$/ },
  'simulate --seed': { words: ['--rate', '1'], works: /^(?:0|-1|0\.5|9+)$/ },
  'simulate --rate': { words: ['--seed', '1'], works: /^(?:0|-1|0\.5|9+)$/ },
  'simulate --seconds': { words: ['--seed', '1', '--rate', '1'], works: /^(?:0|-1|0\.5|9+)$/ },
  'simulate --users': { words: ['--seed', '1', '--rate', '1'], works: /^(?:0|-1|0\.5|9+)$/ },
  'replay --speed': { words: ['posts.jsonl'], works: /^(?:0|-1|0\.5|9+)$/ },
  'user password-link --hours': { words: ['ada'] },
  'invitation create --days': {},
  'failed retry --wait': { works: /^0$/ },
  'import --id-offset': { words: ['f.txt'], works: /^0$/ },
  'import --rate': { words: ['p.jsonl', '--live'], works: /^0\.5$/ },
  'import posts --rate': { words: ['p.jsonl', '--live'], works: /^0\.5$/ },
  'import follows --id-offset': { words: ['f.txt'], works: /^0$/ },
}

describe('an odd value of a numeric option is refused or accepted', () => {
  test('the table has every numeric option', async () => {
    const found = (await leaves()).flatMap(({ words, command }) =>
      command.options
        .filter(({ flags, long }) => NUMBERS.test(flags) && !isSetting(String(long)) && long !== '--count')
        .map(({ long }) => `${words.join(' ')} ${long}`),
    )
    assert.deepEqual(found.toSorted(), Object.keys(NUMERIC).toSorted())
  })

  slowTest('a refusal has exit code 2, and a message with the option and its valid values', async (t) => {
    const data = ['--data', join(await temporaryDirectory(t), 'data')]
    assert.equal((await runMain(['migrate', ...data])).code, 0)
    const withData = new Set(
      (await leaves())
        .filter(({ command }) => command.options.some(({ long }) => long === '--data'))
        .map(({ words }) => words.join(' ')),
    )
    for (const [name, { words = [], works = /^$/ }] of Object.entries(NUMERIC)) {
      const [flag = '', ...reversed] = name.split(' ').toReversed()
      const command = reversed.toReversed()
      const place = withData.has(command.join(' ')) ? data : []
      for (const value of ODD_NUMBERS.filter((each) => !works.test(each) || each.trim() === '')) {
        const { code, out, err } = await runMain([...command, ...words, ...place, `${flag}=${value}`])
        assert.equal(code, 2, `${name} ${value}`)
        assert.equal(out, '', `${name} ${value}`)
        assert.ok(err.startsWith(`aviary: ${flag} takes `), `${name} ${JSON.stringify(value)}: ${err}`)
      }
    }
  })

  test('commands that list pages refuse pages of 0, -1 and too many items, and ids of 0', async (t) => {
    const config = await migratedConfig(t, 'sqlite')
    const data = ['--data', config.data]
    const lists = (await leaves()).filter(({ command }) =>
      command.options.some(({ long }) => long === '--count'),
    )
    assert.ok(lists.length > 5)
    for (const [index, { words, command }] of lists.entries()) {
      for (const value of index === 0 ? ODD_NUMBERS : byPart(['0', 'x'], ODD_NUMBERS)) {
        const { code, err } = await runMain([...words, ...needed(command), `--count=${value}`, ...data])
        assert.equal(code, 2, `${words.join(' ')} ${value}`)
        assert.match(err, /^aviary: --count takes a whole number from 1 to \d+, not "/)
      }
    }
    const file = join(config.data, 'f.txt')
    await writeFile(file, '1 2\n')
    for (const flags of [
      ['--author', '0'],
      ['--of', '0', '--kind', 'followers'],
    ]) {
      const { code, err } = await runMain(['import', file, ...flags, ...data])
      assert.equal(code, 2)
      assert.equal(err, `aviary: ${flags[0]} takes an id above 0, not "0"\n`)
    }
  })

  test('settings refuse values outside of the range, and values that are not numbers', async () => {
    const numeric = Object.entries(SETTINGS).filter(([, { kind }]) =>
      /^(?:N|PORT)$/.test(kind.placeholder ?? ''),
    )
    assert.ok(numeric.length > 10)
    for (const [name, { kind }] of numeric) {
      for (const value of ODD_NUMBERS) {
        const parsed = kind.parse(value)
        const isRefused = 'expected' in parsed
        assert.ok(isRefused || value === '0', `${name} ${value}`)
        if (!isRefused) assert.equal(parsed.value, 0, name)
      }
    }
  })
})

function isSetting(long: string): boolean {
  return Object.keys(SETTINGS).some((name) => `--${name.replaceAll('_', '-')}` === long)
}
