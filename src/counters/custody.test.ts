import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailable } from '../db/errors.ts'
import { Custody, type Movable } from './custody.ts'

/** Things that are moved by hand: each step waits until it is let go. */
class Bench {
  readonly steps: string[] = []
  readonly presence = {
    countsAlone: true,
    confirm: async () => this.presence.countsAlone,
    held: async () => undefined,
  }
  readonly custody: Custody
  #waiting: PromiseWithResolvers<void> | undefined
  #held = new Set<string>()

  constructor() {
    const step = async (name: string) => {
      this.steps.push(name)
      if (!this.#held.has(name)) return
      this.#waiting = Promise.withResolvers()
      await this.#waiting.promise
    }
    const movable: Movable = {
      load: async () => {
        await step('load')
        return true
      },
      take: () => step('take'),
      store: () => step('store'),
      finish: () => step('finish'),
      salvage: () => step('salvage'),
      clear: () => void this.steps.push('clear'),
    }
    this.custody = new Custody(this.presence, movable)
  }

  hold(name: string): void {
    this.#held.add(name)
  }

  release(error?: Error): void {
    this.#held.clear()
    if (error === undefined) this.#waiting?.resolve()
    else this.#waiting?.reject(error)
  }

  /** Where something that is asked now is answered. */
  async ask(): Promise<string> {
    return this.custody.run(
      () => 'memory',
      async () => 'tables',
    )
  }
}

async function inTables(): Promise<Bench> {
  const bench = new Bench()
  await bench.custody.regain()
  return bench
}

test('what is asked is answered where things are', async () => {
  const bench = await inTables()
  assert.equal(await bench.ask(), 'tables')
  assert.equal(await bench.custody.enter(), true)
  assert.equal(await bench.ask(), 'memory')
  await bench.custody.leave()
  assert.equal(await bench.ask(), 'tables')
})

test('much is moved while things are asked, the rest while they wait', async () => {
  const bench = await inTables()
  bench.hold('load')
  const entered = bench.custody.enter()
  assert.equal(await bench.ask(), 'tables')
  bench.hold('take')
  bench.release()
  bench.hold('take')
  await new Promise(setImmediate)
  let answer: string | undefined
  const asked = bench.ask().then((where) => {
    answer = where
  })
  await new Promise(setImmediate)
  assert.equal(answer, undefined)
  bench.release()
  await Promise.all([entered, asked])
  assert.equal(answer, 'memory')
})

test('what runs in the tables ends before anything is taken from them', async () => {
  const bench = await inTables()
  const running = Promise.withResolvers<string>()
  const asked = bench.custody.run(
    () => 'memory',
    () => running.promise,
  )
  const entered = bench.custody.enter()
  await new Promise(setImmediate)
  assert.ok(!bench.steps.includes('take'))
  running.resolve('tables')
  assert.equal(await asked, 'tables')
  await entered
  assert.ok(bench.steps.includes('take'))
})

test('what is lost while it is loaded, and found again, is not taken into memory', async () => {
  const bench = await inTables()
  bench.hold('load')
  const entered = bench.custody.enter()
  bench.custody.lose()
  await bench.custody.regain()
  bench.release()
  await assert.rejects(entered, StoreUnavailable)
  assert.equal(await bench.ask(), 'tables')
})

test('what is lost while it is given back is not given back twice', async () => {
  const bench = await inTables()
  await bench.custody.enter()
  bench.hold('finish')
  const left = bench.custody.leave()
  await new Promise(setImmediate)
  bench.custody.lose()
  await bench.custody.regain()
  const cleared = bench.steps.filter((step) => step === 'clear').length
  bench.release()
  await assert.rejects(left, StoreUnavailable)
  assert.equal(bench.steps.filter((step) => step === 'clear').length, cleared)
  assert.equal(await bench.ask(), 'tables')
})

test('who could not give things back goes on in memory', async () => {
  const bench = await inTables()
  await bench.custody.enter()
  bench.hold('finish')
  const left = bench.custody.leave()
  await new Promise(setImmediate)
  bench.release(new Error('not now'))
  await assert.rejects(left, /not now/)
  assert.equal(await bench.ask(), 'memory')
})

test('while nobody knows where things are, whoever asks is told so, or waits for the share of the lock', async () => {
  const bench = await inTables()
  bench.custody.lose()
  await assert.rejects(bench.ask(), StoreUnavailable)
  bench.presence.held = () => bench.custody.regain() as Promise<undefined>
  assert.equal(await bench.ask(), 'tables')
})

test('an answer in time makes memory the place again; without one it is lost', async () => {
  const bench = await inTables()
  await bench.custody.enter()
  bench.presence.countsAlone = false
  bench.presence.confirm = async () => {
    bench.presence.countsAlone = true
    return true
  }
  assert.equal(await bench.ask(), 'memory')
  bench.presence.countsAlone = false
  bench.presence.confirm = async () => false
  await assert.rejects(bench.ask(), StoreUnavailable)
})
