import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/PageHeader.tsx'
import { appQuery } from '../pages/apps/queries.ts'
import { SHELL } from '../text/shell.ts'

/** Shows the name of the app above its tabs. */
export function AppHeading({ appId }: { readonly appId: string }) {
  const app = useQuery(appQuery(appId)).data
  return <PageHeader title={app?.name ?? `${SHELL.app} ${appId}`} description={app?.description} />
}
