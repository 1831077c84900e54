#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import './require-node.js'
import { startWithFlags } from './start-anew.js'

const args = process.argv.slice(2)
startWithFlags(args)
// Node keeps compiled code for the next start (docs/decisions/0148-faster-starts.md). An older Node has no such function.
module.enableCompileCache?.()
// The published package contains dist/, because Node strips no types under node_modules. A checkout runs its
// sources.
const source = new URL('../src/main.ts', import.meta.url)
const { main, endOfProcess } = await import(
  existsSync(source) ? source.href : new URL('../dist/js/main.js', import.meta.url).href
)
process.exitCode = await main(args)
endOfProcess(args)
