import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BlobsUnavailable } from '../blobs/store.ts'
import { WorkerLeaseLost } from '../lib/ids/snowflake.ts'
import {
  ItemCorrupt,
  isItemFailure,
  StoreBusy,
  StoreCorrupt,
  StoreFailed,
  StoreFull,
  StoreRefused,
  StoreRejected,
  StoreUnavailable,
} from './errors.ts'

const disk = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'write' })
const path = Object.assign(new Error('EISDIR: is a directory'), { code: 'EISDIR', syscall: 'read' })
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

test('an item is skipped only if its own data caused the error', () => {
  for (const error of [
    new TypeError("Cannot read properties of null (reading 'url')"),
    new ItemCorrupt('post 1 is damaged'),
    new Error('an event failed', { cause: new ItemCorrupt('post 1 is damaged') }),
    new StoreRejected('value too long'),
    path,
    'a string that was thrown',
  ]) {
    assert.equal(isItemFailure(error), true, String(error))
  }
})

test('a reader waits when the store or the machine fails, also when this failure is the cause of another error', () => {
  for (const error of [
    new StoreBusy('locked'),
    new StoreUnavailable('gone'),
    new StoreFull('full'),
    new StoreCorrupt('the file is no database'),
    new StoreFailed('no such table'),
    new StoreRefused('another key'),
    new BlobsUnavailable('the bucket'),
    new WorkerLeaseLost('no number'),
    disk,
    refused,
  ]) {
    assert.equal(isItemFailure(error), false, String(error))
  }
  for (const cause of [new StoreUnavailable('gone'), new BlobsUnavailable('the bucket'), disk]) {
    assert.equal(isItemFailure(new Error('a post cannot be shown', { cause })), false, String(cause))
  }
  assert.equal(isItemFailure(new DOMException('given up', 'AbortError')), false)
})
