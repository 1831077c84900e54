import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '../../test/support/engines.ts'
import { StoreBusy } from '../db/errors.ts'
import { Refusal } from '../domain/context.ts'
import { explain } from './explain.ts'

async function failure(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  return assert.fail('it went well')
}

function errorOf(code: string, facts: object): Error {
  return Object.assign(new Error(`${code}: words of the system`), { code, syscall: 'open', ...facts })
}

describe('system errors become sentences with advice', () => {
  test('errors of files', async (t) => {
    const directory = await temporaryDirectory(t)
    const file = join(directory, 'file')
    await writeFile(file, '')
    const at = (...names: string[]) => join(directory, ...names)
    assert.equal(explain(await failure(readFile(at('none')))), `${at('none')} does not exist; check the path`)
    assert.equal(
      explain(await failure(readFile(at('file', 'x')))),
      `a part of ${at('file', 'x')} is a file, not a directory; check the path`,
    )
    assert.equal(
      explain(await failure(writeFile(directory, ''))),
      `${directory} is a directory; give the path of a file`,
    )
    assert.equal(
      explain(await failure(mkdir(file))),
      `${file} is a file, not a directory; give a directory (--data)`,
    )
    assert.equal(
      explain(await failure(writeFile(file, '', { flag: 'wx' }))),
      `${file} exists; give another name, or remove it first`,
    )
    // These errors are made by the test, because not every machine and user can cause them.
    for (const [code, sentence] of [
      ['EACCES', 'this user may not read or write x; check its owner and its mode'],
      ['EROFS', 'x is on a read-only file system; give another path'],
      ['ENOSPC', 'no disk space is left for x; free some'],
    ] as const) {
      assert.equal(explain(errorOf(code, { path: 'x' })), sentence)
    }
    assert.match(explain(errorOf('EFBIG', {})), /^no disk space is left for the file; .*ulimit -f/)
    assert.match(explain(errorOf('EMFILE', {})), /ulimit -n/)
  })

  test('errors of ports', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1')
    t.after(() => taken.close())
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    const second = createServer().listen(port, '127.0.0.1')
    const error = await new Promise((resolve) => second.once('error', resolve))
    assert.equal(
      explain(error),
      `port ${port} of 127.0.0.1 is in use by another process; stop that process, or give another port (--port, --ops-port, --proxy-port)`,
    )
    assert.match(explain(errorOf('EACCES', { port: 80 })), /^this user may not listen on port 80/)
    assert.match(
      explain(errorOf('EADDRNOTAVAIL', { address: '1.2.3.4' })),
      /^this machine does not have the address 1\.2\.3\.4/,
    )
  })
})

test('other errors keep their messages', () => {
  assert.equal(
    explain(new StoreBusy('another process is writing; try again')),
    'another process is writing; try again',
  )
  assert.equal(explain('words'), 'words')
  const ofTheDriver = Object.assign(new Error('its own words'), { code: 'ENOENT' })
  assert.equal(explain(ofTheDriver), 'its own words', 'no system call, no path')
})

test('the message of a refusal gets a hint with a command', () => {
  const unknown = new Refusal('app-not-found', 'there is no app with the id 1')
  assert.equal(explain(unknown), 'there is no app with the id 1; "aviary app list" lists all apps')
  assert.equal(explain(new Refusal('app-not-found', 'gone; look there')), 'gone; look there')
  assert.equal(explain(new Refusal('screen-name-taken', 'it is taken')), 'it is taken')
})

test('an error about a missing .partial file names the missing directory', () => {
  const error = errorOf('ENOENT', { path: '/none/.out.txt.0123.partial' })
  assert.equal(explain(error), 'the directory /none does not exist; check the path, or create it first')
})
