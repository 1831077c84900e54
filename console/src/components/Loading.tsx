import { Skeleton, Stack, type StackProps, VisuallyHidden } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'

interface Props {
  /** Lines of about the height of the content, so that the page does not jump. */
  readonly lines?: number
  /** Height of a line in pixels. */
  readonly height?: number
  /** Least height of all lines together, by width of the page: that of content that is not lines. */
  readonly room?: StackProps['mih']
}

/** Grey lines in place of content that is being loaded. */
export function Loading({ lines = 4, height = 18, room }: Props) {
  return (
    <Stack gap="sm" p="xs" mih={room} aria-busy="true" role="status">
      <VisuallyHidden>{COMPONENTS.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <Skeleton key={line} height={height} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  )
}
