import { PageHeader } from '../components/PageHeader.tsx'
import { SHELL } from '../text/shell.ts'

/** The name of the app above its tabs. */
export function AppHeading({ appId }: { readonly appId: string }) {
  return <PageHeader title={`${SHELL.app} ${appId}`} />
}
