import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function OAuth2Page() {
  return <PageComesSoon title={SHELL.appTabs.oauth2} />
}
