/** `aviary nodes`: lists the servers that use a database. */
import type { Command } from 'commander'
import { type ShownNode, shownNodes } from '../../../cluster/shown-nodes.ts'
import { logHead } from '../../../log/log-head.ts'
import type { Streams } from '../../output.ts'
import { existingDataAction, standardCommand } from '../../run.ts'

export function nodesCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('nodes', 'List the running servers with their roles, lag and load.').action(
    existingDataAction(streams, exit, async ({ store, cluster }, { output }) => {
      const [members, { head }] = await Promise.all([cluster.members(), logHead(store)])
      const nodes = shownNodes(members, head)
      const lines = nodes.length === 0 ? ['No server runs.'] : nodes.map(line)
      output.result({ log_position: head, nodes }, lines)
    }),
  )
}

const MIB = 2 ** 20

function line({ name, address, roles, version, last_seen, load }: ShownNode): string {
  const facts = [
    name,
    address,
    version === null ? undefined : `version ${version}`,
    `roles ${roles.join(',')}`,
  ]
  if (load !== null) {
    const { behind, requests, streams, processor, memory_bytes } = load
    facts.push(
      behind === 0 ? 'up to date' : `${behind} events behind`,
      `${requests} requests`,
      `${streams} streams`,
      `${Math.round(processor * 100)} % of a processor`,
      `${Math.round(memory_bytes / MIB)} MiB`,
    )
  }
  return [...facts, `seen ${last_seen}`].filter((fact) => fact !== undefined && fact !== '').join(', ')
}
