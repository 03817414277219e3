import { nonDiscrimination } from '@portico/contract/calls/content'
import { parseMarkedBlocks } from '@portico/contract/marked'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { View } from '../../base/router/view.ts'
import { MarkedText } from '../../base/texts/marked-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'

/** The notice that discrimination is against the law, with the brand's name and numbers. */
function NonDiscrimination() {
  const t = useText()
  const { brand, language, shell } = usePage()
  const query = { brand: brand.code, language, version: shell.contentVersion }
  const notice = useLoaded((signal) => api.call(nonDiscrimination, { query, signal }), { key: JSON.stringify(query) })
  const contact = `${brand.name}, {phone} (TTY {tty})`
  const fill = (text: string) =>
    text
      .replaceAll('{entity}', brand.name)
      .replaceAll('{coordinator_block}', contact)
      .replaceAll('{coordinator}', contact)
  return (
    <div className={styles.view}>
      <h1>{t('notices.discrimination.title')}</h1>
      {notice.failed && <ErrorState onRetry={notice.reload} />}
      {!notice.failed && notice.value === null && <Skeleton shape="block" />}
      {notice.value && (
        <>
          {notice.value.language !== language && <p className={styles.intro}>{t('notices.discrimination.language')}</p>}
          <article lang={notice.value.language} className={styles.law}>
            <MarkedText
              blocks={parseMarkedBlocks(notice.value.text)}
              words={(text) => <Notice text={fill(text)} tty={brand.ttyNumber} />}
            />
          </article>
        </>
      )}
    </div>
  )
}

export const view: View = { title: 'notices.discrimination.title', Component: NonDiscrimination }
