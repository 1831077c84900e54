import { api, dataOf } from '../../../api/client.ts'

/** Loads an app with its facts for operators. */
export const loadApp = (appId: string) =>
  dataOf(api.GET('/console/api/operator/apps/{app_id}', { params: { path: { app_id: appId } } }))

/** An app, as operators see it. */
export type ShownApp = Awaited<ReturnType<typeof loadApp>>
