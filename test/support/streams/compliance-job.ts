/** Prepares an app that may create compliance jobs, and one job. */

import type { Engine } from '../../../src/db/query.ts'
import { addAppToProject, createProject } from '../../../src/domain/apps/projects/projects.ts'
import type { ComplianceSubject } from '../../../src/domain/compliance/redactions.ts'
import { createTestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { type SharedServer, serverFor } from '../server.ts'
import { createOneUser } from '../users.ts'

/** @param source a shared server, or the engine of a server for one test */
export async function openComplianceJob(
  t: Hooks,
  source: Engine | SharedServer = 'sqlite',
  type: ComplianceSubject = 'tweets',
) {
  const { url, context } = await serverFor(t, typeof source === 'function' ? source : { engine: source })
  const app = await createTestApp(context)
  const { id: ownerId } = await createOneUser(context)
  const project = await createProject(context, { name: 'Duties', ownerId })
  await addAppToProject(context, project.id, app.appId)
  const address = `${url}/2/compliance/jobs`
  /** Creates another job; returns the URLs of its files. */
  const another = async (): Promise<{ readonly upload: string; readonly download: string }> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: app.asApp('POST', address), 'content-type': 'application/json' },
      body: JSON.stringify({ type }),
    })
    const { data } = JSON.parse(await response.text())
    return { upload: data.upload_url, download: data.download_url }
  }
  return { context, ownerId, another, ...(await another()) }
}
