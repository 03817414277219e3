import type { PayloadOf } from '@portico/contract/call'
import { childCare } from '@portico/contract/calls/wellness'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { Authored } from '../../base/texts/spoken.tsx'
import { useText, useTexts } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './child-care.module.css'

export type ChildCareData = NonNullable<PayloadOf<typeof childCare>['child']>

const tones: Readonly<Record<ChildCareData['care'][number]['state'], BadgeProps['tone']>> = {
  again: 'warning',
  'no-claim': 'info',
  ask: 'neutral',
  shown: 'success',
}

export function ChildCare({ name }: { readonly name: string }) {
  const { language } = useTexts()
  const { value, failed, reload } = useLoaded((signal) => api.call(childCare, { signal }), { key: language })
  if (failed) return <ErrorState onRetry={reload} />
  if (value === null) return <Skeleton shape="block" />
  return value.child && <ShownCare child={value.child} name={name} />
}

/**
 * Care recommended at the child's age with what is known of it, and the vaccines that the plan knows; no known vaccine never means that
 * none was given.
 */
export function ShownCare({ child, name }: { readonly child: ChildCareData; readonly name: string }) {
  const t = useText()
  const format = useFormat()
  const { care, vaccines, checked } = child
  return (
    <div className={styles.parts}>
      <section>
        <h3>{t('wellness.child-advised')}</h3>
        {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
        <ul className={styles.list} role="list">
          {care.map(({ id, title, about, state, last, next, source }) => (
            <li key={id}>
              <span className={styles.name}>
                <Authored>{title}</Authored> <Badge tone={tones[state]}>{t(`wellness.state-${state}`)}</Badge>
              </span>
              <span className={lettering.small}>
                <Authored>{about}</Authored>{' '}
                {last !== null &&
                  t(state === 'ask' ? 'wellness.last-dose' : 'wellness.last', { day: format.dateLong(last) })}{' '}
                {next !== null &&
                  t(state === 'again' ? 'wellness.due-since' : 'wellness.due-from', {
                    day: format.dateLong(next),
                  })}{' '}
                <a href={source.url} target="_blank" rel="noopener noreferrer">
                  {source.by}
                  <VisuallyHidden>
                    {' '}
                    {title} ({t('wellness.opens')})
                  </VisuallyHidden>
                </a>
              </span>
            </li>
          ))}
        </ul>
        <p className={lettering.small}>
          {care.some(({ state }) => state === 'no-claim') && `${t('wellness.child-no-claim', { name })} `}
          {t('wellness.checked', { day: format.dateLong(checked) })}
        </p>
      </section>
      <section>
        <h3>{t('wellness.child-vaccines')}</h3>
        {vaccines.length === 0 ? (
          <p>{t('wellness.child-vaccines-none', { name })}</p>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
            <ul className={styles.list} role="list">
              {vaccines.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two of one name and day are told apart by nothing else, and the list never changes
                <li key={at}>
                  <span className={styles.name}>{one.name ?? t('wellness.child-unnamed')}</span>
                  <span className={lettering.small}>
                    {one.day === null
                      ? t('wellness.child-no-day')
                      : one.day.length === 10
                        ? format.dateLong(one.day)
                        : one.day}
                  </span>
                </li>
              ))}
            </ul>
            <p className={lettering.small}>{t('wellness.child-vaccines-more')}</p>
          </>
        )}
      </section>
    </div>
  )
}
