import { authoredLanguages } from '@portico/rules/languages/authored'
import { ExternalLink } from 'lucide-react'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './standing-card.module.css'
import type { PlanData } from './types.ts'

/** The plan's own documents, which open on the plan's site. */
export function DocumentsCard({ documents }: Pick<PlanData, 'documents'>) {
  const t = useText()
  return (
    <Card title={t('coverage.documents')}>
      {documents.length === 0 ? (
        <p className={lettering.small}>{t('coverage.documents-none')}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.list} role="list">
          {documents.map(({ title, language, link }) => (
            <li key={link}>
              <a href={link} target="_blank" rel="noopener noreferrer" className={styles.link}>
                <Spoken language={authoredLanguages.find((one) => one === language)}>{title}</Spoken>
                <ExternalLink aria-hidden="true" />
                <VisuallyHidden> ({t('coverage.document-opens')})</VisuallyHidden>
              </a>
              {language !== null && (
                <span className={lettering.small}>
                  {language === 'en' || language === 'es' ? t(`coverage.document-${language}`) : language}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
