/** Copies the network for each stage. A process creates the network once for each engine. */
import type { TestContext } from 'node:test'
import { type Engine, type Installation, newInstallation, newTemplate } from '../../support/installation.ts'
import { createNetwork, type Network } from './network.ts'

const templates = new Map<Engine, ReturnType<typeof createTemplate>>()

/** An installation with the network, for one test. */
export async function installNetwork(
  t: TestContext,
  engine: Engine,
): Promise<{ readonly place: Installation; readonly network: Network }> {
  const created = templates.get(engine) ?? createTemplate(engine)
  templates.set(engine, created)
  const { template, content } = await created
  return { place: await newInstallation(t, engine, template), network: content }
}

function createTemplate(engine: Engine) {
  return newTemplate(engine, (place) => createNetwork(place, Date.now()))
}
