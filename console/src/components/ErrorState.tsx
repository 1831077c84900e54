import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { asProblem } from '../api/problem.ts'
import { ERRORS } from '../text/errors.ts'

interface Props {
  readonly error: unknown
  /** Loads the content again, when the user clicks the button. */
  readonly onRetry?: () => void
  readonly title?: string
}

/** Replaces content that could not be loaded, and shows the error message of the server. */
export function ErrorState({ error, onRetry, title = ERRORS.title }: Props) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="md">{asProblem(error).message}</Text>
        {onRetry !== undefined && (
          <Group>
            <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
              {ERRORS.retry}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
