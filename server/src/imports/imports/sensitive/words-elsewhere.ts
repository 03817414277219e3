/**
 * Words of sensitive care in the portal's other languages: payers in Puerto Rico, and editions of SNOMED CT, name care in Spanish. They
 * are written without accents, because `withoutMarks` removes those before the search.
 */
const spanish = [
  'depresi(?:on|v[oa]s?)\\b(?! (?:respirator|del? (?:segmento|st\\b|la medula|craneo|hueso)|st\\b|medular|nasal|miocard|craneal|osea))',
  '(?<!antes de )ansiedad|esquizo|psic(?!omotri)(?:o|ot)|psiqui|(?<!foto|fono|hidro|osmo)fobi|\\bpanico|obsesiv|maniac[oa]|bipolar(?:es)? afectiv',
  'trastornos? (?:mental|afectiv|adaptativ|disociativ|facticio|hipercinetic|negativista|por (?:uso|consumo|deficit|estres|atracon|tic)|de(?:l)? (?:la )?(?:conducta|personalidad|(?:estado de )?animo|alimentacion|adaptacion|estres|espectro autista|neurodesarrollo|desarrollo))',
  'deficit de atencion|\\btdah\\b|(?<!vejiga )hiperactividad(?! (?:bronquial|vesical|de (?:la )?vejiga))|discapacidad intelectual|\\bdemencia|delirio|conductual|terapia (?:familiar|de pareja)',
  'autolesi|autoagres|autoinflig|violencia|\\bviolacion|maltrat|(?<!fraude(?:,? desperdicio)? y )\\babuso',
  'nicotina|tabaquismo|dejar de fumar|tabaco|cocain|marihuana|opi(?:oide|aceo)s?|anfetamin|drogadic|drogodepend|toxicoman|adicci|adict[oa]|sobredosis|desintoxica|abstinencia|uso de (?:sustancias|drogas)',
  '\\bvih\\b|\\bsida\\b|inmunodeficiencia (?:humana|adquirida)|sifil|clamidi|chancro|condilom|tricomon|verrugas? (?:ano)?genital|herpes (?:simple )?(?:ano)?genital|papiloma',
  '\\baborto|interrupcion (?:voluntaria )?del embarazo|embarazo (?:ectopico|no deseado)|(?:prueba|test) de embarazo|anticoncep|planificacion familiar|esterilizacion|ligadura (?:de (?:las )?tromp|tubar)|dispositivo intrauterino|\\bdiu\\b',
  'ludopat|juego patologic|\\btept\\b|vapeo|marihuana|(?:prueba|deteccion|examen)(?:es)? (?:toxicologic|de (?:drogas|abuso))|control natal|dia (?:despues|siguiente)|(?:cambio|reasignacion) de (?:sexo|genero)|estimulacion magnetica',
  'disforia|transexual|transgener|identidad de genero|antidepresiv|antipsicotic|ansiolitic|benzodia[cz]epin|antirretrovir',
]

const chinese = [
  '抑[郁鬱]|[憂忧][郁鬱]|焦[虑慮]|精神(?:科|病|疾|障|分裂|健康|治)|心理|躁[郁鬱]|[双雙]相|恐[慌惧懼]症|强迫症|強迫症|自[杀殺]|自[残殘傷伤]|[痴癡]呆|失智|自[闭閉]症|[过過][动動]症|多[动動]症|智力障|智能障',
  '酗酒|酒精(?:[依中成使]|[滥濫]用)|吸毒|毒[品瘾癮]|成[瘾癮]|戒[毒酒菸烟煙瘾癮]|[鸦鴉]片|阿片|海洛因|可卡因|大麻|尼古丁|[药藥]物[滥濫]用|吸[烟菸煙]|菸癮',
  '艾滋|愛滋|爱滋|免疫缺陷病毒|梅毒|淋病|衣原[体體]|性病|性[传傳]播|生殖器?[疱皰]疹|尖[锐銳][湿濕]疣|乳[头頭]瘤',
  '[赌賭]博|[创創][伤傷][后後]|安非他|尿毒[检檢]|性[传傳]染|[变變]性(?:手|人)',
  '避孕|[堕墮]胎|人工流[产產]|流[产產]|[绝絕]育|[结結]扎|[计計][划劃]生育|家庭[计計][划劃]|妊娠[试試][验驗]|[验驗]孕|[宫宮]外孕|家暴|家庭暴力|性侵|性[虐暴]|[强強]奸|強姦|虐待|性[别別](?:[认認]同|焦|不安|重置)',
]

const arabic = [
  'إكتئاب|اكتئاب|القلق|قلق|(?<!ت)نفس(?:ي|اني)|ذهان|فصام|ثنائي القطب|وسواس|رهاب|هلع|انتحار|إيذاء (?:النفس|الذات)|خرف|توحد|فرط الحركة|نقص الانتباه|إعاقة ذهنية',
  'إدمان|كحول|أفيون|مخدرات|هيروين|كوكايين|قنب|نيكوتين|تدخين|جرعة زائدة|إساءة استخدام',
  'نقص المناعة|الإيدز|زهري|السيلان|كلاميديا|منقول(?:ة)? جنسي|الجنسي|الورم الحليمي',
  'القمار|ما بعد الصدمة|هلوسة|ماريجوانا|حشيش',
  'إجهاض|منع الحمل|مانع(?:ات)? الحمل|تنظيم الأسرة|تعقيم|(?:اختبار|تحليل) الحمل|لولب|عنف|اغتصاب|اعتداء|الهوية الجندرية',
]

/** Accents and vowel signs, also those that are part of a letter. */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
}

const all = new RegExp([...spanish, ...chinese, ...arabic.map(withoutMarks)].join('|'), 'i')

/** Whether a text names sensitive care in Spanish, Chinese or Arabic. */
export function isSensitiveElsewhere(text: string): boolean {
  return all.test(withoutMarks(text))
}
