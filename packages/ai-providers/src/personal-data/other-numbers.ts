/** How far before a number its label is searched. */
export const NAME_REACH = 40;

/** Labels of numbers that aren't personal data: orders, invoices, parcels, cases, articles, rows … */
const NAMES = [
  'order|invoice|tracking|parcel|shipment|ticket|case|docket|article|item|isbn|ean|gtin|imei|serial|reference|ref|account|customer|id|no|nr',
  'bestell\\p{L}*|rechnung\\p{L}*|auftrag\\p{L}*|auftrags\\p{L}*|sendung\\p{L}*|vorgang\\p{L}*|kunden\\p{L}*|aktenzeichen|az',
  'pedido|factura|folio|expediente|guía|rastreo|orden|ordine|fattura|protocollo|pratica|protocolo|processo|nota fiscal|rastreio',
  'commande|facture|dossier|colis|suivi|bestelling|factuur|zaak\\p{L}*',
  'sipariş\\p{L}*|fatura\\p{L}*|takip|kargo|dosya|dava|esas',
].join('|');
const NAMED = new RegExp(
  `(?:(?<!\\p{L})(?:${NAMES})[\\s._-]{0,3}(?:number|nummer|numarası|numara|numéro|número|numero|núm|num|no|nr|n°|nº|id|de)?` +
    `|(?:注文|請求書?|予約|伝票|追跡|受付|管理|事件|商品|製品|顧客|会員)(?:番号|No\\.?)?(?:は|が)?` +
    `|(?:رقم )?(?:ال)?(?:طلب|طلبية|فاتورة|شحنة|تتبع|قضية|ملف|مرجع|عقد)(?: رقم)?` +
    `|(?:ऑर्डर|आदेश|चालान|बिल|इनवॉइस|ट्रैकिंग|केस|मामला|रसीद|पार्सल)(?: (?:नंबर|संख्या|क्रमांक))?)` +
    `(?:\\s(?:is|are|ist|lautet|es|est|é|è))?[\\s.:#"'=：]{0,6}$`,
  'iu',
);

/** Whether the words before this position label another kind of number, such as an order number. */
export const isNamedOtherwise = (text: string, start: number): boolean =>
  NAMED.test(text.slice(Math.max(0, start - NAME_REACH), start));
