import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'

interface Props {
  /** Lines of about the height of the content, so that the page does not jump. */
  readonly lines?: number
  /** Height of a line in pixels. */
  readonly height?: number
}

/** Grey lines in place of content that is being loaded. */
export function Loading({ lines = 4, height = 18 }: Props) {
  return (
    <Stack gap="sm" p="xs" aria-busy="true" role="status">
      <VisuallyHidden>{COMPONENTS.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <Skeleton key={line} height={height} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  )
}
