import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Section } from '../../components/Section.tsx'
import { useSession } from '../../session/session.ts'
import { ACCOUNT } from '../../text/account.ts'
import { ChooseUser } from './ChooseUser.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { Passkeys } from './Passkeys.tsx'
import { passkeysQuery } from './passkeys-query.ts'
import { Sessions } from './Sessions.tsx'

export function AccountPage() {
  const session = useSession()
  const { user, network_user: networkUser } = session
  const passkeyCount = useQuery(passkeysQuery).data?.passkeys.length
  return (
    <>
      <PageHeader title={ACCOUNT.title} description={ACCOUNT.description} />
      <Section title={ACCOUNT.user} description={ACCOUNT.userDescription}>
        {networkUser === null ? (
          <Stack gap="md">
            <Text size="sm">{ACCOUNT.userMissing}</Text>
            <ChooseUser />
          </Stack>
        ) : (
          <Text>
            {networkUser.name} <Text span c="dimmed">{`@${networkUser.screen_name}`}</Text>
          </Text>
        )}
      </Section>
      <Section title={ACCOUNT.credentials} description={ACCOUNT.credentialsDescription}>
        <Stack gap="md">
          {!user.has_password && passkeyCount !== undefined && (
            <Alert color={passkeyCount === 0 ? 'yellow' : 'blue'}>
              {passkeyCount === 0 ? ACCOUNT.credentialsMissing : ACCOUNT.passwordMissing}
            </Alert>
          )}
          <CredentialsForm session={session} />
        </Stack>
      </Section>
      <Passkeys session={session} />
      <Sessions />
    </>
  )
}
