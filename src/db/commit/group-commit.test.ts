import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupBench, NO_WRITER, outcomes, value } from '../../../test/support/databases/group-bench.ts'
import type { Outcome, Tx } from '../store.ts'

test('a group runs at most the maximum number of commands, and starts no command after its maximum time', async () => {
  const { commits, clock, group } = groupBench()
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const work = names.map((name) =>
    group.submit(async () => {
      // The time of the first command of a group does not count; the time of the second command does.
      if (name === 'd' || name === 'e') clock.now += 10
      return name
    }, false),
  )
  assert.deepEqual(await outcomes(work), names)
  assert.deepEqual(commits, [3, 2, 2])
})

test('a listener that throws is logged, and no command is refused', async () => {
  const { group, watcher, lines } = groupBench()
  watcher.committed = () => {
    throw new Error('broken')
  }
  assert.deepEqual(await outcomes([group.submit(value('a'), false)]), ['a'])
  assert.match(String(lines[0]?.['msg']), /a listener of commits failed/)
})

describe('batch commands', () => {
  /** Records the inputs of each run; refuses the input `no`, and throws for the input `bad`. */
  function gathering() {
    const runs: string[][] = []
    const command = async (_tx: Tx, inputs: readonly string[]): Promise<Outcome<string>[]> => {
      runs.push([...inputs])
      if (inputs.includes('bad')) throw new Error('broken')
      return inputs.map((input) => (input === 'no' ? { refusal: new Error(input) } : { value: `<${input}>` }))
    }
    return { runs, command }
  }

  test('consecutive inputs run as one command, with one savepoint, up to the limit', async () => {
    const { connection, commits, group } = groupBench()
    const { runs, command } = gathering()
    const work = ['a', 'b', 'c', 'd'].map((input) => group.submitBatched(command, input))
    assert.deepEqual(await outcomes(work), ['<a>', '<b>', '<c>', '<d>'])
    assert.deepEqual(runs, [['a', 'b', 'c'], ['d']])
    assert.deepEqual(commits, [3, 1])
    assert.equal(connection.calls.filter((call) => call === 'savepoint').length, 2)
  })

  test('a refused input does not affect the others', async () => {
    const { group } = groupBench()
    const { runs, command } = gathering()
    const work = ['a', 'no', 'c'].map((input) => group.submitBatched(command, input))
    assert.deepEqual(await outcomes(work), ['<a>', '! no', '<c>'])
    assert.equal(runs.length, 1)
  })

  test('a batch that throws is repeated with each input alone', async () => {
    const { group } = groupBench()
    const { runs, command } = gathering()
    const work = ['a', 'bad', 'c'].map((input) => group.submitBatched(command, input))
    assert.deepEqual(await outcomes(work), ['<a>', '! broken', '<c>'])
    assert.deepEqual(runs, [['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
  })

  test('another command between two inputs of a batch command keeps its position', async () => {
    const { group } = groupBench()
    const { runs, command } = gathering()
    const other = gathering()
    const work = [
      group.submitBatched(command, 'a'),
      group.submit(async () => String(runs.length), false),
      group.submitBatched(command, 'c'),
      group.submitBatched(other.command, 'd'),
    ]
    assert.deepEqual(await outcomes(work), ['<a>', '1', '<c>', '<d>'])
    assert.deepEqual(runs, [['a'], ['c']])
  })

  for (const fall of ['deadlock', 'waited']) {
    test(`after a lock conflict (${fall}) all inputs run again together`, async () => {
      const { connection, group } = groupBench()
      const { runs, command } = gathering()
      connection.failing.set('release', new Error(fall))
      const work = ['a', 'b'].map((input) => group.submitBatched(command, input))
      assert.deepEqual(await outcomes(work), ['<a>', '<b>'])
      assert.deepEqual(runs, [
        ['a', 'b'],
        ['a', 'b'],
      ])
    })
  }

  test('when the commit fails, every input is refused, whatever its result', async () => {
    const { connection, group } = groupBench()
    const { command } = gathering()
    connection.failing.set('commit', new Error('disk'))
    const work = ['a', 'no'].map((input) => group.submitBatched(command, input))
    assert.deepEqual(await outcomes(work), ['! disk', '! disk'])
  })
})

test('when no transaction can begin, all waiting commands are refused, and later commands try again', async () => {
  const { connection, group } = groupBench()
  connection.failing.set('begin', new Error('busy'))
  const work = [group.submit(value('a'), false), group.submit(value('b'), true)]
  assert.deepEqual(await outcomes(work), ['! busy', '! busy'])
  assert.equal(await group.submit(value('c'), false), 'c')
})

test('when the commit fails, every command of the group is refused and the transaction rolled back', async () => {
  const { connection, commits, group } = groupBench()
  connection.failing.set('commit', new Error('disk'))
  const work = [group.submit(value('a'), false), group.submit(value('b'), false)]
  assert.deepEqual(await outcomes(work), ['! disk', '! disk'])
  assert.equal(connection.calls.at(-1), 'rollback')
  assert.deepEqual(commits, [])
})

test('when the commit is aborted by a conflict, the group runs again, in order', async () => {
  const { connection, commits, group } = groupBench()
  connection.failing.set('commit', new Error('deadlock'))
  const work = ['a', 'b'].map((text) => group.submit(value(text), false))
  assert.deepEqual(await outcomes(work), ['a', 'b'])
  assert.deepEqual(commits, [2])
})

test('when the commit times out on a lock, every command of the group is refused', async () => {
  const { connection, group } = groupBench()
  connection.failing.set('commit', new Error('waited'))
  assert.deepEqual(await outcomes([group.submit(value('a'), false)]), ['! waited'])
})

describe('statements that a command does not await', () => {
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

  test('are sent with the commit when no other command is queued', async () => {
    const { connection, group } = groupBench()
    const arrived = Promise.withResolvers<void>()
    connection.writer = insert(arrived.promise)
    connection.onCommit = () => arrived.resolve()
    assert.deepEqual(await outcomes([group.submit(writing('a'), false)]), ['a'])
  })

  test('end before the commit when another command is queued, and always on an engine whose commands never wait', async () => {
    for (const isImmediate of [false, true]) {
      const { connection, group } = groupBench()
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

  test('make their group run again when they fail; the second run awaits them, and only the failed command is refused', async () => {
    const { connection, commits, group } = groupBench()
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

  test('make their command fail when the connection is lost, because the result is unknown', async () => {
    const { connection, group } = groupBench()
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

test('when a command cannot be undone, the command and its group are refused', async () => {
  const { connection, group } = groupBench()
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

test('when a savepoint cannot be created, the command is refused without running', async () => {
  const { connection, group } = groupBench()
  connection.failing.set('savepoint', new Error('broken'))
  let ran = false
  const work = group.submit(async () => {
    ran = true
    return 'a'
  }, false)
  assert.deepEqual(await outcomes([work]), ['! broken'])
  assert.equal(ran, false)
})

test('when the transaction is lost during a command, its group is refused and the next command starts a new transaction', async () => {
  const { connection, group } = groupBench()
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

test('a group whose connection is lost before the commit runs again, in the same order, at most twice', async () => {
  const { connection, group } = groupBench()
  connection.isRepeatable = true
  const ran: string[] = []
  const named = (name: string, losses: number) => {
    let left = losses
    return async () => {
      ran.push(name)
      connection.lost = left > 0
      left -= 1
      if (connection.lost) throw new Error(`${name} lost`)
      return name
    }
  }
  const twice = [group.submit(named('a', 0), false), group.submit(named('b', 2), false)]
  assert.deepEqual(await outcomes(twice), ['a', 'b'])
  assert.deepEqual(ran, ['a', 'b', 'a', 'b', 'a', 'b'])
  assert.deepEqual(await outcomes([group.submit(named('c', 3), false)]), ['! c lost'])
})

test('after a failed rollback the caller gets the original error, and later commands run', async () => {
  const { connection, group } = groupBench()
  connection.failing.set('commit', new Error('disk'))
  connection.failing.set('rollback', new Error('worse'))
  assert.deepEqual(await outcomes([group.submit(value('a'), false)]), ['! disk'])
  assert.equal(await group.submit(value('b'), false), 'b')
})

for (const fall of ['deadlock', 'waited']) {
  test(`a command with a lock conflict (${fall}) runs first in the next group; its own group ends, and the other commands keep their order`, async () => {
    const { commits, group } = groupBench()
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

test('the first command of a group, if it times out, goes to the end of the queue; it is refused 5 s after its first time-out', async () => {
  const { commits, clock, group } = groupBench()
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

test('a command with repeated deadlocks is refused after five retries', async () => {
  const { commits, group } = groupBench()
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

test('a command alone in its transaction has no savepoint, and a rollback of the transaction undoes it', async () => {
  const { connection, group } = groupBench()
  const failing = async () => {
    throw new Error('no')
  }
  assert.deepEqual(await outcomes([group.submit(failing, true)]), ['! no'])
  assert.deepEqual(connection.calls, ['begin alone', 'rollback'])
  connection.calls.length = 0
  assert.deepEqual(await outcomes([group.submit(value('a'), true)]), ['a'])
  assert.deepEqual(connection.calls, ['begin alone', 'commit'])
})

test('where commands never wait, a single command has no savepoint, and each of several commands has one', async () => {
  const { connection, group } = groupBench()
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

describe('before a group begins, on an engine where commands never wait', () => {
  /** Submits one command immediately, another before the end of the event loop turn, and a third in the next turn. */
  const threeInARow = async (isImmediate: boolean, meanwhile: (clock: { now: number }) => void) => {
    const { connection, group, clock, commits } = groupBench()
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

  test('the group waits while each event loop turn adds commands', async () => {
    assert.deepEqual(await threeInARow(true, () => undefined), [3])
  })

  test('the group does not wait longer than the limit', async () => {
    assert.deepEqual(await threeInARow(true, (clock) => Object.assign(clock, { now: 10 })), [2, 1])
  })
})

test('after a listener threw, the next group runs', async () => {
  const { group, watcher } = groupBench()
  watcher.committed = () => {
    throw new Error('deaf')
  }
  assert.deepEqual(await outcomes([group.submit(value('a'), false)]), ['a'])
  assert.deepEqual(await outcomes([group.submit(value('b'), false)]), ['b'])
})

test('close() waits for accepted commands, including retried ones', async () => {
  const { group } = groupBench()
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
