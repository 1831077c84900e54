import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function WebhooksPage() {
  return <PageComesSoon title={SHELL.appTabs.webhooks} />
}
