import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import { systemClock } from '../lib/time/clock.ts'
import { createOutput, type Streams } from './output.ts'
import { PROMPT } from './progress.ts'

function streams(isTTY: boolean): Streams & { readonly texts: { out: string; err: string } } {
  const texts = { out: '', err: '' }
  const stream = (name: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[name] += chunk.toString()
        done()
      },
    })
  return { out: stream('out'), err: Object.assign(stream('err'), { isTTY, columns: 100 }), texts }
}

describe('output of a command', () => {
  test('text output consists of sentences', () => {
    const to = streams(false)
    createOutput(to, false).result({ id: 1n }, ['One.', 'Two.'])
    assert.deepEqual(to.texts, { out: 'One.\nTwo.\n', err: '' })
  })

  test('JSON output is one object, with 64-bit integers as strings', () => {
    const to = streams(false)
    const output = createOutput(to, true)
    output.note('by the way')
    output.result({ id: 9_223_372_036_854_775_807n, deep: [{ id: 2n }], count: 3 }, ['One.'])
    assert.deepEqual(to.texts, {
      out: '{"id":"9223372036854775807","deep":[{"id":"2"}],"count":3}\n',
      err: 'by the way\n',
    })
  })

  test('progress is drawn on terminals only', () => {
    for (const [isTTY, isJson, shows] of [
      [true, false, true],
      [true, true, false],
      [false, false, false],
    ] as const) {
      const to = streams(isTTY)
      const output = createOutput(to, isJson)
      assert.equal(output.showsProgress, shows)
      const bar = output.progress(200, 'rows')
      bar.to(100)
      bar.end()
      bar.end()
      assert.equal(to.texts.out, '')
      assert.equal(/ 0 % of 200 rows/.test(to.texts.err), shows)
    }
  })

  test('without a terminal, progress is a line every 30 s with the rate and the remaining time', () => {
    const to = streams(false)
    let now = 0
    const clock = { ...systemClock, monotonic: () => now }
    const bar = createOutput(to, false, clock).progress(4_000_000, 'bytes')
    for (; now <= 70_000; now += 10_000) bar.to(now * 40)
    bar.end()
    assert.equal(
      to.texts.err,
      '30 % of 4.0 MB, 40.0 kB/s, 2 min left\n60 % of 4.0 MB, 40.0 kB/s, 40 s left\n',
    )
  })

  test('with the pace PROMPT, progress is a line at the first step, then a line every 2 s', () => {
    const to = streams(false)
    let now = 0
    const clock = { ...systemClock, monotonic: () => now }
    const bar = createOutput(to, false, clock).progress(100, 'rows', PROMPT)
    for (; now <= 4_000; now += 500) bar.to(10 + now / 100)
    bar.end()
    assert.deepEqual(
      to.texts.err.split('\n').map((line) => line.replace(/,.*/, '')),
      ['10 % of 100 rows', '30 % of 100 rows', '50 % of 100 rows', ''],
    )
  })

  test('without a total, progress shows the amount and the rate', () => {
    let now = 0
    const clock = { ...systemClock, monotonic: () => now }
    const to = streams(false)
    const lines = createOutput(to, false, clock).progress(undefined, 'bytes')
    for (; now <= 70_000; now += 10_000) lines.to(now * 40)
    lines.end()
    assert.equal(to.texts.err, '1.2 MB, 40.0 kB/s\n2.4 MB, 40.0 kB/s\n')
    const terminal = streams(true)
    const line = createOutput(terminal, false, clock).progress(undefined, 'bytes')
    now += 1_000
    line.to(3_000_000)
    line.end()
    assert.match(terminal.texts.err, /3\.0 MB, 3\.0 MB\/s/)
    const json = streams(true)
    createOutput(json, true).progress(undefined, 'bytes').end()
    assert.equal(json.texts.err, '')
  })

  test('a total of 0 draws no progress bar', () => {
    const to = streams(true)
    createOutput(to, false).progress(0, 'rows').end()
    assert.equal(to.texts.err, '')
  })
})
