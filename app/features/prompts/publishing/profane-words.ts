/**
 * Words that require a review before publication, by language of the generator. Only words without innocent uses:
 * "sex", "dick", "concha" or "infierno" are left to moderation and reports. `*` matches any ending, and any beginning
 * in German and Dutch compounds. Chosen from github.com/LDNOOBW/List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words
 * (checked 2026-11-28).
 */
export const PROFANE_WORDS: Readonly<Record<string, string>> = {
  Spanish:
    'puta putas putada puto putos hijoputa hijaputa hijueputa cabrón cabron cabrones gilipollas gilipolla pendejo pendejos pendeja coño follar follando follador mierda mierdas maricón maricon maricones chingar chingada chingado chingón soplapollas chupapollas joder jodido mamada culero',
  French:
    'merde merdes merdeux merdique emmerder emmerdeur putain pute putes connard connards connasse connasses enculé encule enculés enculer enculeur salope salopes salaud salauds enfoiré enfoirés branler branleur branlette nique niquer bordel couilles pouffiasse chiasse foutre bougnoule pédé',
  German:
    'scheiße scheisse scheiß* scheiss* *scheiße arschloch arschlöcher arschficker arschlecker ficken ficker fickt gefickt fick fotze fotzen hure huren hurensohn hurensöhne wichser wichsen schlampe schlampen schwuchtel schwuchteln nutte nutten schwanzlutscher kanake kanaken pisser missgeburt',
  Italian:
    'cazzo cazzi cazzata cazzate cazzone merda merde stronzo stronza stronzi stronzata puttana puttane puttanata vaffanculo fanculo coglione coglioni minchia bocchino pompino frocio froci figa incazzato incazzata rompicoglioni mignotta',
  Portuguese:
    'caralho porra merda merdas puta putas foda fodas foder fodido fodida foda-se fodase buceta boceta viado viados paneleiro paneleiros cabrão cabrao arrombado arrombada punheta vadia cuzão filhodaputa',
  Dutch:
    'kut kutwijf kutzooi klootzak klootzakken godverdomme gvd hoer hoeren hoerig lul lullen neuken geneukt kankerlijer tering teringlijer tyfuslijer kontneuken flikker flikkers mongool schijt stront verneuken rukker slet sletten',
  Swedish: 'fitta fittor knulla knullar knullad jävla jävlar kuk kukar bög rövhål',
  Norwegian: 'fitte fitter knulle knuller hore jævla faen kuk kuker rasshøl drittsekk',
  Danish: 'fisse fisser kneppe knepper luder ludere røvhul røvhuller kraftedeme satme',
  Russian:
    'блядь бляди блять хуй хуя хуи хуйня хуйню хуйней хуево пизда пизды пиздец пиздеть ебать ебал ебаный ебаная ебануть ёбаный заебал заебали заебись уебок мудак мудаки сука суки сучка пидор пидорас пидорасы шлюха шлюхи говно дерьмо жопа залупа гандон',
  Arabic:
    'كسمك كسأمك شرموطة شرموط شراميط عاهرة قحبة قحاب متناك متناكة خول لوطي طيز منيوك منيك عرص ابن_الكلب ابن_المتناكة',
  Hindi:
    'मादरचोद बहनचोद भेनचोद चूतिया चूतिये चूत गांडू गांड लंड लौड़ा भोसड़ी भोसड़ीके रंडी हरामी हरामज़ादा हरामजादा madarchod madarchodh behenchod bhenchod bhosdike bhosadike chutiya chutiye chutia gandu gaandu haramzada haramzade',
};

/** For scripts without spaces between words: matched anywhere, so only those that occur in no other word. */
export const PROFANE_PHRASES: readonly string[] = [
  // Japanese
  'くたばれ',
  'まんこ',
  'マンコ',
  'ちんぽ',
  'チンポ',
  'クソ野郎',
  'くそ野郎',
  'クソったれ',
  'くそったれ',
  'ヤリマン',
  'やりまん',
  '死ねよ',
  'ファック',
  '売女',
  // Chinese
  '操你',
  '肏你',
  '草泥马',
  '他妈的',
  '你妈逼',
  '傻逼',
  '傻屄',
  '妈了个逼',
  '婊子',
  '鸡巴',
  '王八蛋',
  '狗娘养',
  '幹你娘',
  '屌你老母',
  // Korean
  '씨발',
  '시발놈',
  '시발년',
  '씨팔',
  '좆',
  '병신',
  '개새끼',
  '지랄',
  '니미럴',
  '창녀',
  '보지년',
  '존나',
  '꺼져라',
];

/** Affixes that keep an English word profane: "motherfucker", "bullshit", "fucking". */
export const ENGLISH_PREFIXES = new Set(
  'a mother bull horse bat dip dumb jack clusters cluster mind un brain dog cat chicken ape'.split(' '),
);
export const ENGLISH_SUFFIXES = new Set(
  's es ed er ers ing in y ty tier face faced head heads hole holes wit wits ass bag bags show load less ter tery tard able off up storm post posting'.split(
    ' ',
  ),
);

/** Words of the English list with innocent uses, left to moderation and reports. */
export const AMBIGUOUS_ENGLISH = new Set(
  'abo anal anus arse ass bastard bestiality boob cock cum dick dildo dyke ejaculate fag fisting hooker incest negro orgasm orgy penis piss porn prick pussy rape retard scat semen sex spastic tit turd vagina'.split(
    ' ',
  ),
);
