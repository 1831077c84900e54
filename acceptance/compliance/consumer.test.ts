/**
 * Runs the example consumer as its README says and kills it repeatedly. In the end every object of its copy
 * is correct.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary } from '../support/aviary.ts'
import { ENGINES, type Engine } from '../support/installation.ts'
import { stateIn } from './expected-state.ts'
import { ComplianceStage } from './stage.ts'

/** Number of rounds. Each round has twenty actions at the operator's endpoint, and a few calls of the API. */
const ROUNDS = 6

/** Milliseconds in which the last messages must arrive. */
const PATIENCE_MS = 60_000

for (const engine of ENGINES) {
  test(`a copy stays correct however often the consumer is killed, on ${engine}`, (t) => staysTrue(t, engine))
}

async function staysTrue(t: TestContext, engine: Engine): Promise<void> {
  const stage = await ComplianceStage.begin(t, engine)
  const { example, expected, random } = stage
  // The export already contains the first actions, and the stream delivers their events again. The copy must
  // stay correct.
  await stage.act(['edit'])
  await stage.export()
  await example.command('load', ...stage.files)
  await stage.act()
  example.start()
  let kills = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await stage.act()
    await stage.ask(round)
    if (round === ROUNDS / 2) await stage.restart()
    if (random() < 0.8) {
      // The kill is at a random moment of this round.
      await wait(random() * 40)
      await example.kill()
      example.start()
      kills += 1
    }
  }
  await aviary(stage.place, 'user', 'protect', stage.author)
  expected.changeUser(stage.authorId, { isProtected: true })
  await becomesTrue(stage)
  await example.stop()
  await bringsEdits(stage)
  leavesNothing(stage)
  t.diagnostic(`${stage.done} actions done, ${kills} kills`)
  assert.ok(expected.likesGone > 0, 'no post that was liked was deleted')
  assert.ok(kills >= 3 && stage.done >= 60, `${stage.done} actions and ${kills} kills say little`)
}

async function becomesTrue({ example, expected }: ComplianceStage): Promise<void> {
  const wanted = [...expected.words()].sort()
  const known = new Set(wanted.map(subjectOf))
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const held = stateIn(await example.lines())
    const compared = held.filter((word) => known.has(subjectOf(word)) || word.startsWith('like ')).sort()
    const [surplus, missing] = [without(compared, wanted), without(wanted, compared)]
    if (surplus.length + missing.length === 0) return
    if (performance.now() < deadline) continue
    assert.deepEqual({ held: surplus, said: example.said }, { held: missing, said: '' })
  }
}

function without(words: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return words.filter((word) => !known.has(word))
}

function subjectOf(words: string): string {
  return words.split(' ', 2).join(' ')
}

/**
 * Checks edits: the stream reports new versions, the stage looks them up, the example loads them, and the copy has
 * all visible versions.
 */
async function bringsEdits({ example, expected, lookup }: ComplianceStage): Promise<void> {
  const wanted = (await example.command('wanted')).split('\n').filter((id) => id !== '')
  const edited = [...expected.posts.values()].filter(
    ({ edits, text }) => edits.length > 0 && text !== undefined,
  )
  assert.equal(wanted.length, edited.filter(({ isDeleted }) => !isDeleted).length)
  const found = await lookup(wanted)
  assert.ok(found.length > 0, 'no edit could be looked up')
  const texts = edited.flatMap(({ edits }) => edits.at(-1) ?? [])
  // A found text may be longer than the edit: in a reply it begins with the mentions, and media links are at
  // its end. A post that is withheld in all countries has a notice instead of its text.
  for (const { full_text: text } of found)
    assert.ok(
      texts.some((edit) => text.includes(edit)) || text.includes(' has been withheld in response to '),
      text,
    )
  assert.equal((await example.command('wanted')).split('\n').length - 1, wanted.length - found.length)
}

/**
 * Checks that no file contains a deleted text after the consumer has stopped, unless another post has the
 * same text.
 */
function leavesNothing({ example, expected }: ComplianceStage): void {
  const posts = [...expected.posts.values()]
  const kept = new Set(posts.filter(({ isDeleted }) => !isDeleted).map(({ text }) => text))
  const gone = posts.filter(({ isDeleted, text = '', original }) => {
    return isDeleted && original === undefined && text.length > 30 && !kept.has(text)
  })
  assert.ok(gone.length > 0, 'nothing was deleted')
  for (const name of readdirSync(example.folder)) {
    const file = readFileSync(join(example.folder, name), 'utf8')
    for (const { text } of gone)
      assert.ok(!file.includes(JSON.stringify(text).slice(1, -1)), `${name}: ${text}`)
  }
}
