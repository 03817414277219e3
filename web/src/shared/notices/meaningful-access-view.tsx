import type { PayloadOf } from '@portico/contract/call'
import { languageContent } from '@portico/contract/calls/content'
import type { BrandIdentity } from '@portico/rules/brand/families'
import { visibleLanguageIds } from '@portico/rules/languages/menu'
import { useEffect } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'

type Content = PayloadOf<typeof languageContent>

/**
 * The notice of free language help, in each of the languages (RT-6, LG-1, LG-4): the requested language comes first, then those of the
 * brand's menu. `plan=medicaid`, from the link of Medicaid members, shows their phone number.
 */
function MeaningfulAccess() {
  const t = useText()
  const { brand } = usePage()
  const { language: asked, plan } = useRoute().params
  const content = useLanguageContent()
  const number = plan === 'medicaid' ? (content?.phoneNumbers.medicaid ?? undefined) : undefined
  return (
    <div className={styles.view}>
      <h1>{t('notices.access.title')}</h1>
      <p className={styles.intro}>{t('notices.access.intro')}</p>
      <p className={styles.call}>
        <RichText
          id="notices.access.call"
          values={{ tty: brand.ttyNumber, hours: brand.customerServiceHours }}
          elements={{ phone: () => <PhoneLink number={number} className={styles.number} /> }}
        />
      </p>
      {content === null && <Alert tone="warning">{t('notices.access.failed')}</Alert>}
      {content === undefined && <Skeleton shape="block" />}
      {content && (
        <ul className={styles.notices}>
          {sortLanguages(content, brand, asked).map(({ titleHTMLLang, titleHTMLUnicode, messageHTMLUnicode }) => (
            <li
              key={titleHTMLLang}
              lang={titleHTMLLang}
              dir={findDirection(titleHTMLLang)}
              className={styles.notice}
              data-asked={titleHTMLLang === asked ? true : undefined}
            >
              <h2>{titleHTMLUnicode}</h2>
              <p>
                <Notice text={messageHTMLUnicode} number={number} tty={content.phoneNumbers.tty} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Undefined while loading, null if it was not available (LG-3: logged to the console). */
function useLanguageContent(): Content | null | undefined {
  const { brand, language, shell } = usePage()
  const query = { brand: brand.code, language, version: shell.contentVersion }
  const { value, failed, failure } = useLoaded<Content>((signal) => api.call(languageContent, { query, signal }), {
    key: JSON.stringify(query),
  })
  useEffect(() => {
    if (failure !== null) console.warn('The language notices could not be loaded', failure)
  }, [failure])
  return failed ? null : (value ?? undefined)
}

function sortLanguages(content: Content, brand: BrandIdentity, asked: string | undefined): Content['languages'] {
  const first = [...(asked === undefined ? [] : [asked]), ...visibleLanguageIds(content, brand)]
  const rank = ({ languageIds }: Content['languages'][number]) => {
    const at = first.findIndex((id) => languageIds.includes(id))
    return at < 0 ? first.length : at
  }
  return content.languages.toSorted((a, b) => rank(a) - rank(b))
}

const rightToLeft = /^(ar|fa|he|ur|yi)\b/

function findDirection(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr'
}

export const view: View = { title: 'notices.access.title', Component: MeaningfulAccess }
