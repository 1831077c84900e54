/** Verbs that are written unasked, among those that ask (docs/decisions/0034 and 0035). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupBench, outcomes, value } from '../../test/support/group-bench.ts'
import type { Autocommit, Tx } from './store.ts'

describe('optimistic verbs', () => {
  /** A bench without neighbours, a verb that notes what it was given, and what becomes of its optimistic form. */
  function hopeful() {
    const { connection, commits, group, watcher } = groupBench()
    const runs: string[] = []
    const fate: { is: 'written' | 'unwritten' | Error; expected: bigint | undefined } = {
      is: 'written',
      expected: 41n,
    }
    const heads: bigint[] = []
    connection.unasked = {
      rows: async () => [],
      expectedHead: () => fate.expected,
      appendedTo: (head) => heads.push(head),
    }
    const gathered = async (_tx: Tx, inputs: readonly string[]) => {
      runs.push(`asked ${inputs.join()}`)
      return inputs.map((input) => ({ value: `<${input}>` }))
    }
    const optimistic = async (_: Autocommit, inputs: readonly string[], expected: bigint) => {
      runs.push(`unasked ${inputs.join()} after ${expected}`)
      if (fate.is instanceof Error) throw fate.is
      if (fate.is === 'unwritten') return undefined
      return { values: inputs.map((input) => `{${input}}`), drafts: inputs.map(() => DRAFT) }
    }
    const submit = (input: string) => group.submitGathered(gathered, input, optimistic)
    const ask = (input: string) => group.submitGathered(gathered, input)
    return { connection, commits, group, watcher, runs, fate, heads, submit, ask }
  }
  const DRAFT = { at: 0, kind: 'user.created', user_id: 1n, post_id: null, partition: 1, facts: '{}' }

  test('run once for all who wait, in no transaction of the group, and say where the log ends', async () => {
    const { connection, commits, runs, heads, submit } = hopeful()
    assert.deepEqual(await outcomes(['a', 'b'].map(submit)), ['{a}', '{b}'])
    assert.deepEqual(runs, ['unasked a,b after 41'])
    assert.deepEqual([connection.calls, commits, heads], [[], [2], [43n]])
  })

  test('are not tried where the end of the log is not known, and where nothing is saved', async () => {
    for (const change of ['log', 'engine'] as const) {
      const { connection, fate, runs, submit } = hopeful()
      if (change === 'log') fate.expected = undefined
      else connection.unasked = undefined
      assert.deepEqual(await outcomes([submit('a')]), ['<a>'])
      assert.deepEqual(runs, ['asked a'])
    }
  })

  test('leave those behind who ask, and are left by them, whoever waits first; in vain they go with them', async () => {
    const { group, runs, fate, commits, submit, ask } = hopeful()
    const other = () =>
      group.submit(async () => {
        runs.push('other')
        return 'c'
      }, false)
    const mixed = () =>
      outcomes([submit('a'), other(), ask('r'), submit('b'), other(), submit('d'), ask('s')])
    const said = ['{a}', 'c', '<r>', '{b}', 'c', '{d}', '<s>']
    assert.deepEqual(await mixed(), said)
    assert.deepEqual(runs, ['unasked a,b,d after 41', 'other', 'asked r', 'other', 'asked s'])
    assert.deepEqual(commits, [3, 3, 1])

    // A reply is the same verb, and still leaves them.
    runs.length = 0
    commits.length = 0
    assert.deepEqual(await outcomes([ask('r'), submit('a'), ask('s'), submit('b')]), [
      '<r>',
      '{a}',
      '<s>',
      '{b}',
    ])
    assert.deepEqual(runs, ['asked r,s', 'unasked a,b after 41'])
    assert.deepEqual(commits, [2, 2])

    runs.length = 0
    fate.is = 'unwritten'
    await mixed()
    assert.deepEqual(runs, ['unasked a,b,d after 41', 'asked a,b,d', 'other', 'asked r', 'other', 'asked s'])
  })

  test('that come again and again keep nobody waiting who asks', async () => {
    const { group, submit } = hopeful()
    let isDone = false
    const again = async () => {
      while (!isDone) await submit('a')
    }
    const hopefuls = Array.from({ length: 20 }, again)
    await group.submit(value('x'), false)
    isDone = true
    await Promise.all(hopefuls)
  })

  test('are answered before those who asked behind them, and whatever becomes of them', async () => {
    for (const becomes of ['stored', 'refused'] as const) {
      const { connection, group, watcher, runs, submit } = hopeful()
      watcher.committed = (verbs) => void runs.push(`told of ${verbs}`)
      if (becomes === 'refused') connection.failing.set('commit', new Error('disk'))
      const first = submit('a')
      const asking = ['x', 'y'].map((name) => group.submit(value(name), false))
      const said = await outcomes([first, ...asking])
      assert.deepEqual(said, becomes === 'stored' ? ['{a}', 'x', 'y'] : ['{a}', '! disk', '! disk'])
      assert.deepEqual(runs.slice(1), becomes === 'stored' ? ['told of 1', 'told of 2'] : ['told of 1'])
    }
  })

  for (const is of ['unwritten', new Error('locked')] as const) {
    test(`that have stored nothing (${is}) are asked for at once, all inputs together`, async () => {
      const { connection, commits, runs, fate, heads, submit } = hopeful()
      fate.is = is
      assert.deepEqual(await outcomes(['a', 'b'].map(submit)), ['<a>', '<b>'])
      assert.deepEqual(runs, ['unasked a,b after 41', 'asked a,b'])
      assert.deepEqual([connection.calls.at(-1), commits, heads], ['commit', [2], []])
    })
  }

  test('whose connection was lost are refused: nobody knows what became of them', async () => {
    const { connection, runs, fate, submit } = hopeful()
    fate.is = new Error('lost')
    connection.lost = true
    assert.deepEqual(await outcomes([submit('a')]), ['! lost'])
    assert.deepEqual(runs, ['unasked a after 41'])
  })

  test('that have stored something never run again, even if nobody can say what', async () => {
    const { connection, group, runs } = hopeful()
    const unasked = connection.unasked
    assert.ok(unasked)
    connection.unasked = { ...unasked, rows: async () => [{ any: 1 }] as never[] }
    const gathered = async () => [{ value: 'asked' }]
    const optimistic = async (autocommit: Autocommit) => {
      await autocommit.rows(undefined as never, {})
      throw new Error('unreadable')
    }
    assert.deepEqual(await outcomes([group.submitGathered(gathered, 'a', optimistic)]), ['! unreadable'])
    assert.deepEqual([runs, connection.calls], [[], []])
  })

  test('a listener that throws stops nobody', async () => {
    const { runs, submit, watcher } = hopeful()
    watcher.appended = () => {
      throw new Error('deaf')
    }
    assert.deepEqual(await outcomes([submit('a')]), ['{a}'])
    assert.deepEqual(await outcomes([submit('b')]), ['{b}'])
    assert.equal(runs.length, 2)
  })

  test('that are in vain again and again are tried more and more seldom, up to every 65th time', async () => {
    const { runs, fate, submit } = hopeful()
    fate.is = 'unwritten'
    const tried: number[] = []
    for (let run = 0; run < 400; run += 1) {
      const before = runs.length
      await submit('a')
      if (runs.length - before === 2) tried.push(run)
    }
    assert.deepEqual(tried, [0, 2, 5, 10, 19, 36, 69, 134, 199, 264, 329, 394])
    fate.is = 'written'
    const asked = () => runs.filter((run) => run.startsWith('asked')).length
    for (let run = 0; run < 200; run += 1) await submit('b')
    const before = asked()
    for (let run = 0; run < 100; run += 1) await submit('c')
    assert.equal(asked(), before)
  })
})
