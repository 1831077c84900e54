/** The network is the same for every stage: on SQLite it is created once in a process, and copied. */
import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, Installation } from '../../support/installation.ts'
import { createNetwork, type Network } from './network.ts'

interface Template {
  readonly data: string
  readonly network: Network
}

let template: Promise<Template> | undefined

/** Fills an empty installation. */
export async function fillWithNetwork(place: Installation, engine: Engine): Promise<Network> {
  if (engine === 'postgres') return createNetwork(place, Date.now())
  template ??= createTemplate()
  const { data, network } = await template
  await cp(data, place.data, { recursive: true })
  return network
}

async function createTemplate(): Promise<Template> {
  const data = await mkdtemp(join(tmpdir(), 'aviary-network-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  return { data, network: await createNetwork({ data, flags: ['--data', data] }, Date.now()) }
}
