import { equalKey } from '@promptwell/text/equal-key';

export const PASSWORD_MAX_LENGTH = 200;

interface PasswordRule {
  /** Text of the checklist. */
  label: string;
  message: string;
  isMet(password: string): boolean;
}

/** The password rules, in display order. Pages check them live; the server enforces them. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    label: 'At least 6 characters',
    message: 'Password must be at least 6 characters long',
    isMet: (password) => Array.from(password).length >= 6,
  },
  {
    label: 'One uppercase letter',
    message: 'Password must contain at least one uppercase letter',
    isMet: (password) => /\p{Lu}|\p{Lt}|\p{Lo}/u.test(password),
  },
  {
    label: 'One lowercase letter',
    message: 'Password must contain at least one lowercase letter',
    isMet: (password) => /\p{Ll}|\p{Lo}/u.test(password),
  },
  {
    label: 'One number',
    message: 'Password must contain at least one number',
    isMet: (password) => /\p{Nd}/u.test(password),
  },
  {
    label: 'Not a common password',
    message: 'Password is one of the most common ones; please choose another',
    isMet: (password) => password !== '' && !isCommonPassword(password),
  },
];

/** Messages of the rules that a password violates; empty if it is valid. */
export function violatedPasswordRules(password: string): string[] {
  if (password.length > PASSWORD_MAX_LENGTH) {
    return [`Password must be at most ${String(PASSWORD_MAX_LENGTH)} characters long`];
  }
  return PASSWORD_RULES.filter((rule) => !rule.isMet(password)).map((rule) => rule.message);
}

/**
 * Common passwords in lower case. Compared case-insensitively, because "Password1" is a usual variant of "password1".
 * Contains only those with a letter and a digit; other rules reject the rest.
 */
const COMMON: ReadonlySet<string> = new Set(
  `
  password1 password12 password123 password1234 password12345 password123456 password2 password3 password01 password00
  passw0rd passw0rd1 passw0rd12 passw0rd123 p4ssword p4ssw0rd pa55word pa55w0rd pass123 pass1234 pass12345 pass123456
  password2020 password2021 password2022 password2023 password2024 password2025 password2026 mypassword1 newpassword1
  p@ssword1 p@ssw0rd p@ssw0rd1 p@ssw0rd12 p@ssw0rd123 p@ssword123 pa$$word1 pa$$w0rd pa$$w0rd1 password1! password123!
  passw0rd! passw0rd1! p@ssword1! p@ssw0rd! p@ssw0rd1! test1234! welcome1! welcome123! admin123! qwerty123!
  qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwertyuiop1 1qwerty 123qwerty 12qwerty
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qazxsw2 1qaz2wsx3edc 1qaz!qaz zaq12wsx
  zaq1zaq1 zaq1xsw2 zaq!2wsx 2wsx3edc qaz123 qaz12345 qazwsx1 qazwsx12 qazwsx123 asdf123 asdf1234 asdf12345 asd123
  asd12345 asdfg123 asdfgh1 asdfghjkl1 asdqwe123 qweasd123 qweasdzxc1 qwe123 qwe1234 qwe12345 qwe123456 123qwe 123qweasd
  123qweasdzxc 1234qwer 12345qwert 123456qwerty zxc123 zxcv1234 zxcvbnm1 zxcvbn1 zxcvbnm123 wasd1234 qwer1234 qwert123
  qwert12345 qwert1 q123456 q12345678 w123456 z123456 azerty1 azerty12 azerty123 azerty1234 azertyuiop1
  abc123 abc1234 abc12345 abc123456 abcd1234 abcd12345 abcd123 abcde123 abcdef1 abcdef123 abcdefg1 abcdefg123 a1b2c3
  a1b2c3d4 a1b2c3d4e5 a123456 a1234567 a12345678 a123456789 a12345 aa123456 aaa111 aaa123 aaaa1111 aa12345678 ab123456
  abc1234567 abc123abc 123abc 1234abcd 12345a 123456a 123456aa 123456ab 123456abc 12345678a 123456789a 1234567a 123456q
  123456z 123456s 1a2b3c 1a2b3c4d 1234567890a 11111a 111111a 1111111a 000000a a000000 a111111 admin1 admin12 admin123
  admin1234 admin12345 admin123456 admin2024 admin2025 admin2026 administrator1 root123 root1234 toor123 user123 user1234
  guest123 guest1234 test1 test12 test123 test1234 test12345 test123456 testing1 testing123 tester1 demo123 demo1234
  login1 login123 letmein1 letmein12 letmein123 letmein2 welcome1 welcome12 welcome123 welcome1234 welcome2 welcome01
  welcome2024 welcome2025 welcome2026 changeme1 changeme123 default1 secret1 secret12 secret123 secret1234 master1
  master12 master123 access14 access1 system1 server1 computer1 internet1 windows1 windows10 linux123 oracle1 oracle123
  cisco123 google1 google123 facebook1 facebook123 samsung1 samsung123 apple123 nokia123 android1 minecraft1 pokemon1
  pokemon123 pikachu1 starwars1 batman1 batman123 superman1 spiderman1 dragon1 dragon12 dragon123 monkey1 monkey12
  monkey123 shadow1 shadow12 shadow123 sunshine1 princess1 princess12 princess123 football1 football12 football123
  baseball1 baseball12 basketball1 soccer1 soccer12 hockey1 liverpool1 liverpool123 chelsea1 chelsea123 arsenal1
  arsenal123 barcelona1 juventus1 michael1 michelle1 jessica1 jennifer1 charlie1 charlie123 ashley1 daniel1 daniel123
  andrew1 anthony1 thomas1 thomas123 jordan1 jordan23 matthew1 robert1 william1 george1 david123 alex1234 alexander1
  nicole1 amanda1 hannah1 samantha1 maria123 laura123 hunter1 hunter2 hunter12 tigger1 tigger123 ginger1 buster1
  maggie1 bailey1 cookie1 cookie123 chocolate1 cheese1 banana1 orange1 pepper1 summer1 summer12 summer123 summer2024
  summer2025 summer2026 winter1 winter123 winter2024 winter2025 winter2026 spring2024 spring2025 spring2026 autumn2024
  autumn2025 autumn2026 january1 monday1 friday1 iloveyou1 iloveyou2 iloveyou12 iloveyou123 loveyou1 love123 love1234
  lovely1 lover123 angel1 angel123 babygirl1 babyboy1 baby123 sweety1 honey123 flower1 butterfly1 purple1 silver1
  golden1 diamond1 freedom1 forever1 friends1 family1 family123 blessed1 jesus1 jesus123 jesus777 killer1 killer123
  hello1 hello12 hello123 hello1234 hello12345 hi123456 trustno1 whatever1 nothing1 matrix1 phoenix1 harley1 yankees1
  cowboys1 eagles1 lakers24 rangers1 ranger1 mustang1 ferrari1 porsche1 mercedes1 yamaha1 honda123 toyota1 corvette1
  gfhjkm1 qwerty7 qwerty777 ghbdtn1 marina123 natasha1 andrey1 sergey1 vfhbyf1 ninja123 gamer123 player1 killer12
  blink182 rockyou1 metallica1 nirvana1 slipknot1 eminem1 tupac123 biteme1 fuckyou1 fuckyou2 fuckyou123 asshole1 bitch1
  india123 pakistan1 london1 london123 paris123 america1 canada1 brasil1 mexico1 germany1 france1 china123 russia1
  woaini1 woaini1314 woaini520 5201314a a5201314 1314520a aini1314 q1234567 qq123456 qq1234567 w1234567 x123456 zxc12345
  sandiego1 chicago1 newyork1 dallas1 texas123 florida1 company1 company123 office123 business1 money123 success1
  changeit1 temp123 temp1234 temporary1 backup123 manager1 support1 support123 service1 student1 student123 teacher1
  teacher123 school123 school1 college1 class2024 class2025 class2026
  `
    .trim()
    .split(/\s+/),
);

/**
 * Beginnings such as "password" and "123456", so that the checklist doesn't approve them while "password123" is being
 * typed.
 */
const COMMON_BEGINNINGS: ReadonlySet<string> = new Set([
  ...[...COMMON].map((password) => /^[a-z]{4,}(?=[\d!]+$)/.exec(password)?.[0] ?? ''),
  ...['123456', '1234567', '12345678', '123456789', '1234567890', '987654321', '654321', '123123'],
  ...['000000', '111111', '11111111', '121212', '112233', '666666', '777777', '123321'],
]);

/**
 * Password, hello, welcome, love, school and summer in the languages of most users. Refused alone, and followed by up to
 * four digits.
 */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  password hello welcome love school summer contraseña hola bienvenido amor escuela verano senha olá bemvindo escola verão
  motdepasse bonjour bienvenue amour école été passwort hallo willkommen liebe schule sommer parola ciao benvenuto amore
  scuola estate wachtwoord welkom liefde zomer şifre parola merhaba hoşgeldiniz aşkım okul yaz пароль привет добро любовь
  школа лето hasło cześć witaj miłość szkoła lato كلمةالسر كلمةالمرور مرحبا اهلا حب مدرسة صيف סיסמה שלום אהבה קיץ
  पासवर्ड नमस्ते स्वागत प्यार स्कूल गर्मी パスワード こんにちは ようこそ 愛 学校 夏 密码 你好 欢迎 学校 夏天 爱 비밀번호 안녕 안녕하세요
  환영 사랑 학교 여름 รหัสผ่าน สวัสดี ยินดีต้อนรับ ความรัก โรงเรียน ฤดูร้อน
  `
    .trim()
    .split(/\s+/)
    .map(equalKey),
);
const DIGITS_AT_END = /\p{Nd}{0,4}$/u;

function isCommonPassword(password: string): boolean {
  const typed = equalKey(password.trim());
  if (COMMON.has(typed) || COMMON_BEGINNINGS.has(typed)) return true;
  return COMMON_WORDS.has(typed.replace(DIGITS_AT_END, ''));
}
