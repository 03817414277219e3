import type { PayloadOf } from '@portico/contract/call'
import type { whatRuns } from '@portico/contract/calls/oversight'
import { hasThreshold } from '@portico/contract/feed-reasons'
import { feedThresholds } from '@portico/rules/feeds/thresholds'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import styles from './administration.module.css'

type Feed = PayloadOf<typeof whatRuns>['feeds'][number]
type Part = Feed['parts'][number]
type Figure = Exclude<keyof Part['counts'], 'isFull'>

const figures: Readonly<Record<Part['set'], readonly Figure[]>> = {
  '834': ['members', 'missing', 'ended', 'renamed', 'refused'],
  '835': ['claims', 'paidCents', 'refused'],
  '837': ['claims', 'refused'],
}

/** The figures of one sender's files of a night beside the last ones, and why the files are held back (FD-7). */
export function FeedFigures({ part }: { readonly part: Part }) {
  const t = useText()
  const format = useMomentFormat()
  const { sender, set, counts, before, beforeAt, found, endsMissing } = part
  const formatFigure = (figure: Figure, value: number) =>
    figure === 'paidCents' ? format.money(value) : format.number(value)
  const formatChange = (figure: Figure, last: number) => {
    const change = counts[figure] - last
    if (change === 0) return ''
    return t(change > 0 ? 'administration.feeds.plus' : 'administration.feeds.minus', {
      by: formatFigure(figure, Math.abs(change)),
    })
  }
  return (
    <>
      <table className={styles.figures}>
        <caption>{t(`administration.feeds.of.${set}`, { sender })}</caption>
        <thead>
          <tr>
            <td />
            {before && <th scope="col">{t('administration.feeds.before')}</th>}
            <th scope="col">{t('administration.feeds.now')}</th>
            {before && <th scope="col">{t('administration.feeds.change')}</th>}
          </tr>
        </thead>
        <tbody>
          {figures[set].map((figure) => (
            <tr key={figure}>
              <th scope="row">{t(`administration.feeds.figure.${figure}`)}</th>
              {before && <td>{formatFigure(figure, before[figure])}</td>}
              <td>{formatFigure(figure, counts[figure])}</td>
              {before && <td>{formatChange(figure, before[figure])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {beforeAt !== null && (
        <p className={lettering.key}>{t('administration.feeds.compared', { at: format.dateTime(beforeAt) })}</p>
      )}
      {endsMissing && <p>{t('administration.feeds.ends', { count: counts.missing })}</p>}
      <Findings found={found} />
    </>
  )
}

function Findings({ found }: Pick<Part, 'found'>) {
  const t = useText()
  const format = useMomentFormat()
  return (
    found.length > 0 && (
      <ul className={styles.facts}>
        {found.map(({ reason, is, limit }) => {
          const text = t(`administration.feeds.reason.${reason}`, { limit: format.number(limit), count: limit })
          if (!hasThreshold(reason)) return <li key={reason}>{text}</li>
          const { unit } = feedThresholds[reason]
          const here = t(`administration.feeds.here.${unit}`, { is: format.number(is), count: is })
          return (
            <li key={reason}>
              {text} {here}
            </li>
          )
        })}
      </ul>
    )
  )
}
