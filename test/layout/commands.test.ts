import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkCommandsAppend, checkCommandsAwait } from './commands.ts'
import { parseSources } from './source.ts'

const HELPERS = `
  import { append } from '../../events/append.ts'
  export async function revoke(tx: Tx, id: bigint) {
    await tx.run(update, { id })
    append(tx, 0, { kind: 'token.revoked' })
  }
  export async function note(reader: Reader, id: bigint) {
    await reader.first(find, { id })
  }
  export async function hashed(reader: Reader, password: string) {
    await hashPassword(password)
    return reader.first(find, {})
  }
`

/** A file with a write command that has the given body, and a file with helpers. */
function command(body: string): Record<string, string> {
  return {
    'src/domain/a/helpers.ts': HELPERS,
    'src/domain/a/verb.ts': `
      import { append } from '../../events/append.ts'
      import { hashed, note, revoke } from './helpers.ts'
      export async function verb({ store, clock }) {
        ${body}
      }
    `,
  }
}

const inCommand = (findings: readonly { readonly path: string }[]) =>
  findings.filter(({ path }) => path === 'src/domain/a/verb.ts').length

describe('the rule that a write command appends an event', () => {
  const silent = (body: string) => inCommand(checkCommandsAppend(parseSources(command(body))))

  test('a call of append passes, whether it is direct or in a function that gets the transaction', () => {
    assert.equal(silent("return store.write(async (tx) => { append(tx, 0, { kind: 'a' }) })"), 0)
    assert.equal(silent('return store.write((tx) => revoke(tx, 1n))'), 0)
    assert.equal(
      silent('return store.write((tx) => local(tx))\nfunction local(tx) { return revoke(tx, 1n) }'),
      0,
    )
  })

  test('a named or batched command passes', () => {
    const named = (body: string) =>
      silent(`return store.writeBatched(all, 1n)\nasync function all(tx, ids) { ${body} }`)
    assert.equal(named("append(tx, 0, { kind: 'a' })"), 0)
    assert.equal(named('await tx.run(update, {})'), 1)
  })

  test('a command with a reason above or in the statement passes', () => {
    assert.equal(silent('// No event: nobody sees it.\nreturn store.write((tx) => tx.run(q, {}))'), 0)
    assert.equal(
      silent('await store.write(async (tx) => {\n// No event: a lease.\nawait tx.run(q, {})\n})'),
      0,
    )
  })

  test('a command without append and reason is found', () => {
    assert.equal(silent('return store.write((tx) => tx.run(q, {}))'), 1)
    assert.equal(silent('return store.writeAlone(async (tx) => { await note(tx, 1n) })'), 1)
    assert.equal(silent('// No event:\nreturn store.write((tx) => tx.run(q, {}))'), 1)
    assert.equal(silent('append(x)\nreturn this.#store.write((tx) => tx.run(q, {}))'), 1)
    assert.equal(
      silent(
        '// No event: this one.\nawait store.write((tx) => tx.run(q, {}))\nawait store.write((tx) => tx.run(q, {}))',
      ),
      1,
    )
  })

  test('a write to a stream is not a command', () => {
    assert.equal(silent("out.write('text')"), 0)
  })
})

describe('the rule about awaits inside a transaction', () => {
  const waiting = (body: string) =>
    checkCommandsAwait(parseSources(command(`return store.write(async (tx) => {\n${body}\n})`)))

  test('an await of the transaction passes: alone, with others, and in helpers', () => {
    for (const body of [
      'await tx.run(q, {})',
      'const row = must(await tx.first(q, {}), "row")',
      'await revoke(tx, 1n)',
      'await note(tx, 1n)',
      'await Promise.all([note(tx, 1n), tx.rows(q, {})])',
      'const first = note(tx, 1n)\nawait Promise.all([first, note(tx, 2n)])',
      'await Promise.all(ids.map((id) => note(tx, id)))',
      'await (many ? tx.rows(q, {}) : tx.first(q, {}))',
      'await tx.first(q, {}).then(fromRow)',
    ]) {
      assert.deepEqual(waiting(body), [], body)
    }
  })

  test('an await of anything else is found', () => {
    for (const body of [
      'await hashPassword(password)',
      'await fetch(url)',
      'await new Promise(setImmediate)',
      'await Promise.all([note(tx, 1n), fetch(url)])',
      'await Promise.race([note(tx, 1n)])',
      'const page = fetch(url)\nawait page',
      'for await (const line of lines) tx.run(q, { line })',
      'await store.first(q, {})',
    ]) {
      assert.equal(waiting(body).length, 1, body)
    }
  })

  test('functions that get the transaction are also checked', () => {
    const [finding] = waiting('await hashed(tx, password)')
    assert.deepEqual([finding?.path, finding?.line], ['src/domain/a/helpers.ts', 11])
  })

  test('code that reads outside a transaction may await anything', () => {
    assert.deepEqual(checkCommandsAwait(parseSources(command('return hashed(store, password)'))), [])
  })
})
