import { Search } from 'lucide-react'
import { useState } from 'react'
import { Alert, type AlertProps } from '../../ui/alert.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Skeleton, type SkeletonProps } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Specimen, Specimens } from './specimen.ts'
import { texts } from './texts.ts'

const doNothing = () => {}

function alert(tone: AlertProps['tone']): Specimen {
  return { state: tone, show: <Alert tone={tone}>{texts.paragraph}</Alert> }
}

function badge(tone: BadgeProps['tone']): Specimen {
  return { state: tone, show: <Badge tone={tone}>{texts.short}</Badge> }
}

function skeleton(shape: SkeletonProps['shape']): Specimen {
  return { state: shape, show: <Skeleton shape={shape} /> }
}

function meter(state: string, value: number, max: number): Specimen {
  const valueText = `$${value} of $${max} used`
  return { state, show: <Meter label={texts.short} value={value} max={max} valueText={valueText} /> }
}

const part = createPart(async () => Badge)

function Loading() {
  const [loading, setLoading] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setLoading(!loading)}>
        {loading ? 'Complete it' : 'Load something'}
      </Button>
      <LoadingIndicator loading={loading} />
    </>
  )
}

export const notices: Specimens = {
  Alert: [
    alert('info'),
    alert('success'),
    alert('warning'),
    alert('danger'),
    {
      state: 'with a title, announced',
      show: (
        <Alert tone="info" title={texts.line} role="status">
          {texts.longWord}
        </Alert>
      ),
    },
  ],
  Badge: [badge('neutral'), badge('brand'), badge('info'), badge('success'), badge('warning'), badge('danger')],
  Card: [
    { state: 'plain', show: <Card>{texts.paragraph}</Card> },
    {
      state: 'with title and action',
      show: (
        <Card title={texts.short} action={<Badge tone="brand">3</Badge>}>
          {texts.paragraph}
        </Card>
      ),
    },
    {
      state: 'with a smaller title',
      show: (
        <Card title={texts.longWord} headingLevel={3}>
          {texts.line}
        </Card>
      ),
    },
  ],
  EmptyState: [
    { state: 'plain', show: <EmptyState title={texts.line} text={texts.paragraph} /> },
    {
      state: 'with icon and action',
      show: (
        <EmptyState icon={<Search />} title={texts.line} text={texts.hint} action={<Button>{texts.short}</Button>} />
      ),
    },
  ],
  ErrorState: [
    { state: 'general', show: <ErrorState onRetry={doNothing} /> },
    { state: 'its own words', show: <ErrorState onRetry={doNothing} title={texts.line} text={texts.hint} /> },
  ],
  LazyPart: [
    {
      state: 'fetched',
      show: (
        <p>
          {texts.line} <LazyPart part={part} props={{ tone: 'info', children: texts.short }} />
        </p>
      ),
    },
  ],
  LoadingIndicator: [{ state: 'idle; loading once pressed', show: <Loading /> }],
  Meter: [meter('empty', 0, 1500), meter('partly filled', 860, 1500), meter('full', 1500, 1500)],
  CardSkeleton: [{ state: 'a card', show: <CardSkeleton /> }],
  Skeleton: [skeleton('line'), skeleton('title'), skeleton('circle'), skeleton('block')],
  VisuallyHidden: [
    {
      state: 'heard, not seen',
      show: (
        <p>
          {texts.line} <VisuallyHidden>{texts.hint}</VisuallyHidden>
        </p>
      ),
    },
  ],
}
