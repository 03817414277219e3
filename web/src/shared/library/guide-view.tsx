import { openGuide } from '@portico/contract/calls/forms'
import { Printer } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './library-view.module.css'

/** An educational material (MP-21), in the page's language or in English, in which case it says so. */
function Guide() {
  const t = useText()
  const format = useFormat()
  const { language } = useTexts()
  const guide = useRoute().named.guide ?? ''
  const { value, failed, failure, reload } = useLoaded((signal) => api.call(openGuide, { params: { guide }, signal }), {
    key: `${guide} ${language}`,
  })
  const isOther = value !== null && value.language !== language
  const spoken = isOther ? value.language : undefined
  const dir = isOther ? 'ltr' : undefined
  return (
    <Page
      back={<BackLink to={links.educationalMaterials()}>{t('library.back')}</BackLink>}
      title={<Spoken language={spoken}>{value?.title ?? t('library.guide')}</Spoken>}
    >
      {value !== null ? (
        <div className={styles.article}>
          {isOther && (
            <Alert tone="info">
              <p>{t('library.lacking-help')}</p>
            </Alert>
          )}
          <p lang={spoken} dir={dir} className={styles.lead}>
            {value.about}
          </p>
          {value.parts.map(({ heading, text }) => (
            <section key={heading} lang={spoken} dir={dir}>
              <h2>{heading}</h2>
              <p>{text}</p>
            </section>
          ))}
          <p className={lettering.muted}>{t('library.updated', { day: format.dateLong(value.updated) })}</p>
          <div className={styles.tools}>
            <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
              {t('library.print')}
            </Button>
          </div>
        </div>
      ) : failed ? (
        <Card>
          {failure instanceof ApiError && failure.code === 'NOT-FOUND' ? (
            <EmptyState title={t('library.gone')} text={t('library.gone-text')} />
          ) : (
            <ErrorState onRetry={reload} />
          )}
        </Card>
      ) : (
        <Skeleton shape="block" />
      )}
    </Page>
  )
}

export const view: View = { title: 'library.guide', Component: Guide }
