import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GroupCommit } from './group-commit.ts'
import type { GroupConnection, UnaskedConnection } from './group-connection.ts'
import type { Autocommit, Outcome, Tx, Writer } from './store.ts'

const NO_WRITER: Writer = {
  rows: async () => [],
  first: async () => undefined,
  run: async () => 0,
  each: async () => [],
}

/** A connection that only notes what is asked of it, and fails where a test says so. */
class Scripted implements GroupConnection {
  /** With one, a verb that is alone has no savepoint. */
  isImmediate = false
  unasked: UnaskedConnection | undefined
  readonly calls: string[] = []
  /** By call: thrown at its next turn. */
  readonly failing = new Map<string, Error>()
  lost = false
  writer: Writer = NO_WRITER
  onCommit: () => void = () => undefined

  async begin(alone: boolean): Promise<Writer> {
    this.#call(alone ? 'begin alone' : 'begin')
    return this.writer
  }

  savepoint(): void {
    this.#call('savepoint')
  }

  release(): void {
    this.#call('release')
  }

  rollbackToSavepoint(): void {
    this.#call('rollback to')
  }

  async commit(): Promise<bigint | undefined> {
    this.#call('commit')
    this.onCommit()
    return undefined
  }

  async rollback(): Promise<void> {
    this.#call('rollback')
  }

  transactionLost(): boolean {
    return this.lost
  }

  fallOf(error: unknown): 'deadlock' | 'waited' | undefined {
    const message = error instanceof Error ? error.message : ''
    return message === 'deadlock' || message === 'waited' ? message : undefined
  }

  #call(name: string): void {
    this.calls.push(name)
    const error = this.failing.get(name)
    this.failing.delete(name)
    if (error !== undefined) throw error
  }
}

function bench() {
  const connection = new Scripted()
  const commits: number[] = []
  const clock = { now: 0 }
  const watcher = { committed: (verbs: number) => void commits.push(verbs), appended: (): void => undefined }
  const group = new GroupCommit(connection, { verbs: 3, milliseconds: 10 }, () => clock.now, watcher)
  return { connection, commits, clock, group, watcher }
}

const value = (text: string) => async () => text

async function outcomes(work: Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work)
  return settled.map((result) =>
    result.status === 'fulfilled' ? result.value : `! ${result.reason.message}`,
  )
}

test('a group takes no more verbs than its limit, and none after its time', async () => {
  const { commits, clock, group } = bench()
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const work = names.map((name) =>
    group.submit(async () => {
      // The time of the first verb of a group does not count, that of the second does.
      if (name === 'd' || name === 'e') clock.now += 10
      return name
    }, false),
  )
  assert.deepEqual(await outcomes(work), names)
  assert.deepEqual(commits, [3, 2, 2])
})

describe('gathered verbs', () => {
  /** Notes with which inputs it ran; refuses `no`, and throws when it is given `bad`. */
  function gathering() {
    const runs: string[][] = []
    const verb = async (_tx: Tx, inputs: readonly string[]): Promise<Outcome<string>[]> => {
      runs.push([...inputs])
      if (inputs.includes('bad')) throw new Error('broken')
      return inputs.map((input) => (input === 'no' ? { refusal: new Error(input) } : { value: `<${input}>` }))
    }
    return { runs, verb }
  }

  test('inputs that wait behind each other run as one verb, with one savepoint, up to the limit', async () => {
    const { connection, commits, group } = bench()
    const { runs, verb } = gathering()
    const work = ['a', 'b', 'c', 'd'].map((input) => group.submitGathered(verb, input))
    assert.deepEqual(await outcomes(work), ['<a>', '<b>', '<c>', '<d>'])
    assert.deepEqual(runs, [['a', 'b', 'c'], ['d']])
    assert.deepEqual(commits, [3, 1])
    assert.equal(connection.calls.filter((call) => call === 'savepoint').length, 2)
  })

  test('one that is refused refuses nobody else', async () => {
    const { group } = bench()
    const { runs, verb } = gathering()
    const work = ['a', 'no', 'c'].map((input) => group.submitGathered(verb, input))
    assert.deepEqual(await outcomes(work), ['<a>', '! no', '<c>'])
    assert.equal(runs.length, 1)
  })

  test('one that throws runs again for each input by itself', async () => {
    const { group } = bench()
    const { runs, verb } = gathering()
    const work = ['a', 'bad', 'c'].map((input) => group.submitGathered(verb, input))
    assert.deepEqual(await outcomes(work), ['<a>', '! broken', '<c>'])
    assert.deepEqual(runs, [['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
  })

  test('other verbs keep their place between them', async () => {
    const { group } = bench()
    const { runs, verb } = gathering()
    const other = gathering()
    const work = [
      group.submitGathered(verb, 'a'),
      group.submit(async () => String(runs.length), false),
      group.submitGathered(verb, 'c'),
      group.submitGathered(other.verb, 'd'),
    ]
    assert.deepEqual(await outcomes(work), ['<a>', '1', '<c>', '<d>'])
    assert.deepEqual(runs, [['a'], ['c']])
  })

  for (const fall of ['deadlock', 'waited']) {
    test(`after a fall to locks (${fall}) all inputs run again together`, async () => {
      const { connection, group } = bench()
      const { runs, verb } = gathering()
      connection.failing.set('release', new Error(fall))
      const work = ['a', 'b'].map((input) => group.submitGathered(verb, input))
      assert.deepEqual(await outcomes(work), ['<a>', '<b>'])
      assert.deepEqual(runs, [
        ['a', 'b'],
        ['a', 'b'],
      ])
    })
  }

  test('when the commit fails, every input is refused, whatever was said to it', async () => {
    const { connection, group } = bench()
    const { verb } = gathering()
    connection.failing.set('commit', new Error('disk'))
    const work = ['a', 'no'].map((input) => group.submitGathered(verb, input))
    assert.deepEqual(await outcomes(work), ['! disk', '! disk'])
  })
})

test('when no transaction can begin, everybody who waits is told, and the next ones try again', async () => {
  const { connection, group } = bench()
  connection.failing.set('begin', new Error('busy'))
  const work = [group.submit(value('a'), false), group.submit(value('b'), true)]
  assert.deepEqual(await outcomes(work), ['! busy', '! busy'])
  assert.equal(await group.submit(value('c'), false), 'c')
})

test('when the commit fails, every verb of the group is refused and the transaction rolled back', async () => {
  const { connection, commits, group } = bench()
  connection.failing.set('commit', new Error('disk'))
  const work = [group.submit(value('a'), false), group.submit(value('b'), false)]
  assert.deepEqual(await outcomes(work), ['! disk', '! disk'])
  assert.equal(connection.calls.at(-1), 'rollback')
  assert.deepEqual(commits, [])
})

test('when the commit falls to another process at once, the group runs again, in its order', async () => {
  const { connection, commits, group } = bench()
  connection.failing.set('commit', new Error('deadlock'))
  const work = ['a', 'b'].map((text) => group.submit(value(text), false))
  assert.deepEqual(await outcomes(work), ['a', 'b'])
  assert.deepEqual(commits, [2])
})

test('when the commit has waited in vain for its turn, every verb of the group is refused', async () => {
  const { connection, group } = bench()
  connection.failing.set('commit', new Error('waited'))
  assert.deepEqual(await outcomes([group.submit(value('a'), false)]), ['! waited'])
})

describe('statements that a verb does not wait for', () => {
  const rows = { query: undefined as never, columns: [], key: undefined }
  const insert = (sent: Promise<unknown>) => ({
    ...NO_WRITER,
    each: async () => {
      await sent
      return []
    },
  })
  const failing = () => {
    const sent = Promise.withResolvers<void>()
    sent.promise.catch(() => undefined)
    return sent
  }
  const writing = (text: string) => async (tx: Tx) => {
    tx.each(rows, []).catch(() => undefined)
    return text
  }

  test('travel with the commit when nobody comes behind', async () => {
    const { connection, group } = bench()
    const arrived = Promise.withResolvers<void>()
    connection.writer = insert(arrived.promise)
    connection.onCommit = () => arrived.resolve()
    assert.deepEqual(await outcomes([group.submit(writing('a'), false)]), ['a'])
  })

  test('are waited for where somebody comes behind, and where verbs never wait', async () => {
    for (const isImmediate of [false, true]) {
      const { connection, group } = bench()
      connection.isImmediate = isImmediate
      const arrived = Promise.withResolvers<void>()
      connection.writer = insert(arrived.promise)
      const work = ['a', 'b'].map((text) => group.submit(writing(text), false))
      await new Promise(setImmediate)
      await new Promise(setImmediate)
      assert.ok(!connection.calls.includes('commit'))
      arrived.resolve()
      assert.deepEqual(await outcomes(work), ['a', 'b'])
    }
  })

  test('have their group run again, waiting, when they fail; then only who failed is refused', async () => {
    const { connection, commits, group } = bench()
    const sent = failing()
    connection.writer = insert(sent.promise)
    connection.onCommit = () => {
      sent.reject(new Error('unique'))
      throw new Error('aborted')
    }
    assert.deepEqual(await outcomes([group.submit(writing('a'), false)]), ['! unique'])
    connection.writer = NO_WRITER
    connection.onCommit = () => undefined
    assert.deepEqual(await outcomes([group.submit(value('b'), false)]), ['b'])
    assert.deepEqual(commits, [1])
  })

  test('are refused with their connection when that is lost: nobody knows what became of them', async () => {
    const { connection, group } = bench()
    const sent = failing()
    connection.writer = insert(sent.promise)
    connection.onCommit = () => {
      connection.lost = true
      sent.reject(new Error('lost'))
      throw new Error('lost in the commit')
    }
    assert.deepEqual(await outcomes([group.submit(writing('a'), false)]), ['! lost in the commit'])
  })
})

describe('optimistic verbs', () => {
  /** A bench without neighbours, a verb that notes what it was given, and what becomes of its optimistic form. */
  function hopeful() {
    const { connection, commits, group, watcher } = bench()
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

  test('run for half of all who wait or are about to be answered, but not for a few', async () => {
    const { commits, submit } = hopeful()
    const inputs = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)
    for (const [count, groups] of [
      [8, [8]],
      [9, [8, 1]],
      [40, [20, 20]],
      [200, [64, 64, 64, 8]],
    ] as const) {
      commits.length = 0
      const said = await outcomes(inputs(count).map(submit))
      assert.deepEqual(
        said,
        inputs(count).map((input) => `{${input}}`),
      )
      assert.deepEqual(commits, groups)
    }
  })

  test('are answered when the next group has been sent, and at once when nobody waits', async () => {
    const { group, watcher, runs, submit } = hopeful()
    watcher.committed = () => void runs.push('told')
    const noted = (work: Promise<string>) => work.then((said) => runs.push(said))
    await Promise.all([...'abcdefghi'].map((input) => noted(submit(input))))
    assert.deepEqual(runs.splice(0, 3), ['unasked a,b,c,d,e,f,g,h after 41', 'unasked i after 41', 'told'])
    assert.equal(runs.join(''), '{a}{b}{c}{d}{e}{f}{g}{h}told{i}')
    runs.length = 0
    const asking = group.submit(async () => `asked after ${runs}`, false)
    await Promise.all([noted(asking), noted(submit('a')), noted(submit('b'))])
    assert.deepEqual(runs, ['told', 'asked after ', 'unasked a,b after 41', 'told', '{a}', '{b}'])
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

  test('leave the database no time without work while they are answered', async () => {
    const { connection, group, submit } = hopeful()
    const sent = Promise.withResolvers<undefined>()
    connection.writer = { ...NO_WRITER, run: () => sent.promise.then(() => 0) }
    const first = submit('a')
    const second = group.submit((tx: Tx) => tx.run(undefined as never, {}), false)
    assert.equal(await first, '{a}')
    assert.deepEqual(connection.calls, ['begin', 'savepoint'])
    sent.resolve(undefined)
    assert.equal(await second, 0)
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

test('when not even a verb can be undone, it and its group are refused', async () => {
  const { connection, group } = bench()
  connection.failing.set('rollback to', new Error('broken'))
  const failing = async () => {
    throw new Error('no')
  }
  const work = [
    group.submit(value('a'), false),
    group.submit(failing, false),
    group.submit(value('c'), false),
  ]
  assert.deepEqual(await outcomes(work), ['! broken', '! no', 'c'])
})

test('when a savepoint cannot be made, the verb is refused without running', async () => {
  const { connection, group } = bench()
  connection.failing.set('savepoint', new Error('broken'))
  let ran = false
  const work = group.submit(async () => {
    ran = true
    return 'a'
  }, false)
  assert.deepEqual(await outcomes([work]), ['! broken'])
  assert.equal(ran, false)
})

test('when the transaction is lost in a verb, its group is refused and the next one begins anew', async () => {
  const { connection, group } = bench()
  const losing = async () => {
    connection.lost = true
    throw new Error('gone')
  }
  const next = async () => {
    connection.lost = false
    return 'c'
  }
  const work = [group.submit(value('a'), false), group.submit(losing, false), group.submit(next, false)]
  assert.deepEqual(await outcomes(work), ['! gone', '! gone', 'c'])
  assert.equal(connection.calls.filter((call) => call === 'begin').length, 2)
  assert.equal(connection.calls.includes('rollback to'), false)
})

test('a rollback that fails hides nothing and stops nobody', async () => {
  const { connection, group } = bench()
  connection.failing.set('commit', new Error('disk'))
  connection.failing.set('rollback', new Error('worse'))
  assert.deepEqual(await outcomes([group.submit(value('a'), false)]), ['! disk'])
  assert.equal(await group.submit(value('b'), false), 'b')
})

for (const fall of ['deadlock', 'waited']) {
  test(`a verb that fell to locks (${fall}) leads the next group; its own ends, and the order of the others stays`, async () => {
    const { commits, group } = bench()
    const ran: string[] = []
    const noted = (name: string, falls = 0) =>
      group.submit(async () => {
        ran.push(name)
        if (ran.filter((other) => other === name).length <= falls) throw new Error(fall)
        return name
      }, false)
    const work = [noted('a'), noted('b', 1), noted('c'), noted('d')]
    assert.deepEqual(await outcomes(work), ['a', 'b', 'c', 'd'])
    assert.deepEqual(ran, ['a', 'b', 'b', 'c', 'd'])
    assert.deepEqual(commits, [1, 3])
  })
}

test('a verb that waited in vain at the head of a group lets the others pass, for 5 s in all', async () => {
  const { commits, clock, group } = bench()
  const ran: string[] = []
  const noted = (name: string, falls: number) =>
    group.submit(async () => {
      ran.push(name)
      clock.now += 1
      if (ran.filter((other) => other === name).length <= falls) {
        clock.now += 1_000
        throw new Error('waited')
      }
      return name
    }, false)
  assert.deepEqual(await outcomes([noted('a', 2), noted('b', 0), noted('c', 0)]), ['a', 'b', 'c'])
  assert.deepEqual(ran, ['a', 'b', 'c', 'a', 'a'])
  assert.deepEqual(commits, [2, 1])
  assert.deepEqual(await outcomes([noted('d', 99)]), ['! waited'])
  assert.equal(ran.filter((name) => name === 'd').length, 6)
})

test('a verb that falls to one deadlock after the other is refused after five more turns', async () => {
  const { commits, group } = bench()
  let runs = 0
  const ever = async () => {
    runs += 1
    throw new Error('deadlock')
  }
  const work = [group.submit(value('a'), false), group.submit(ever, false), group.submit(value('b'), false)]
  assert.deepEqual(await outcomes(work), ['a', '! deadlock', 'b'])
  assert.equal(runs, 6)
  assert.deepEqual(commits, [1, 1])
})

test('a verb alone gets no savepoint, and is undone with its transaction', async () => {
  const { connection, group } = bench()
  const failing = async () => {
    throw new Error('no')
  }
  assert.deepEqual(await outcomes([group.submit(failing, true)]), ['! no'])
  assert.deepEqual(connection.calls, ['begin alone', 'rollback'])
  connection.calls.length = 0
  assert.deepEqual(await outcomes([group.submit(value('a'), true)]), ['a'])
  assert.deepEqual(connection.calls, ['begin alone', 'commit'])
})

test('where verbs never wait, one that is by itself has no savepoint, and several have one each', async () => {
  const { connection, group } = bench()
  connection.isImmediate = true
  assert.deepEqual(await outcomes([group.submit(value('a'), false)]), ['a'])
  assert.deepEqual(connection.calls, ['begin alone', 'commit'])
  connection.calls.length = 0
  const failing = async () => {
    throw new Error('no')
  }
  const both = [group.submit(failing, false), group.submit(value('b'), false)]
  assert.deepEqual(await outcomes(both), ['! no', 'b'])
  assert.deepEqual(connection.calls, ['begin', 'savepoint', 'rollback to', 'savepoint', 'release', 'commit'])
})

describe('where verbs never wait, before a group begins', () => {
  /** A verb at once, another before the turn of the event loop ends, a third in the next one. */
  const threeInARow = async (isImmediate: boolean, meanwhile: (clock: { now: number }) => void) => {
    const { connection, group, clock, commits } = bench()
    connection.isImmediate = isImmediate
    const third = Promise.withResolvers<unknown>()
    const first = group.submit(value('a'), false)
    await Promise.resolve()
    meanwhile(clock)
    const second = group.submit(value('b'), false)
    setImmediate(() => third.resolve(group.submit(value('c'), false)))
    await Promise.all([first, second, third.promise])
    return commits
  }

  test('turns are taken as long as they bring more', async () => {
    assert.deepEqual(await threeInARow(true, () => undefined), [3])
  })

  test('but not for longer than 10 ms', async () => {
    assert.deepEqual(await threeInARow(true, (clock) => Object.assign(clock, { now: 10 })), [2, 1])
  })
})

test('close() waits for verbs that were accepted, also for those that run again', async () => {
  const { group } = bench()
  let runs = 0
  const work = group.submit(async () => {
    runs += 1
    if (runs < 3) throw new Error('deadlock')
    return 'done'
  }, false)
  await group.close()
  assert.equal(runs, 3)
  assert.equal(await work, 'done')
  await assert.rejects(group.submit(value('late'), false), { name: 'StoreUnavailable' })
})
