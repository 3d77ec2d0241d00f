/** Common names by language. Their letters and letter pairs distinguish encodings. */
export const NAMES: Readonly<Record<string, string>> = {
  western:
    'Jürgen Müller Günther Schröder Käthe Groß Björn Weiß Bärbel Köhler Jörg Schäfer Zoé Lefèvre François Garçon Élodie Gérard Hélène Benoît Chloé Jérôme Anaïs Noël René Cécile Léa Mélanie Stéphane Raphaël José Muñoz María Ibáñez Begoña Íñiguez Jesús Núñez Ángel Peña Sofía Ramírez Inés García Martín Hernández Verónica Gómez Óscar Pérez João Gonçalves Conceição Araújo Simão Magalhães Inês Falcão Luís Simões Åsa Sjöberg Göran Söderström Märta Åkesson Håkan Öberg Søren Kjærgaard Bjørn Sørensen Gørild Ødegård Jørgen Næss Päivi Hämäläinen Jyrki Mäkelä Väinö Järvinen Niccolò Cantù Élise Straße Prénom Élève Größe München Köln Málaga Córdoba Curaçao Montréal Québec',
  french:
    'été présenté exposé école où très apprécié déjà à là ça août même être près après voilà élève âge île Noël cœur français prénom né née réponse qualité société générale médecin hôpital château forêt Hélène Élodie Gérard François Benoît',
  italian:
    'è È perché città più già però può né così lunedì martedì giovedì università qualità verità libertà là sarà farà quantità attività Niccolò Nicolò Giosuè Mosè Cantù Forlì Calabrò Lanzarà Cefalù',
  portuguese:
    'João Gonçalves Conceição Araújo Simão Magalhães Inês Falcão Luís Simões São Sebastião Ação Avaliação Coração Preço Educação António Mação Fábio Brandão Cátia Galvão Letícia Leão Mónica Conceição Patrícia Assunção Lúcia Romão Márcio Lourenço Débora Guimarães Inácio Aragão Nação',
  german:
    'Jürgen Müller Günther Schröder Käthe Groß Björn Weiß Bärbel Köhler Jörg Schäfer Straße Größe München Köln Lübeck Uwe Krüger Jonas Böhm Hölscher Mühlbauer Süß Nöth',
  icelandic:
    'Guðrún Þorvaldsdóttir Ásgeir Þórðarson Sigríður Jónsdóttir Björk Guðmundsdóttir Páll Óskar Hafþór Björnsson Þórunn Árnadóttir Sólveig Æsa Ragnheiður Ýr',
  polish:
    'Łukasz Wiśniewski Małgorzata Kamińska Żaneta Dąbrowska Stanisław Wójcik Zbigniew Kozłowski Świętosława Jabłońska Agnieszka Wróbel Paweł Zieliński Elżbieta Szymańska Michał Woźniak Łucja Krawczyk Mirosław Nowakowski Grażyna Gołębiewska Rafał Jóźwiak Bożena Pałka Władysław Król Jarosław Piątek Róża Głowacka Sławomir Błaszczyk Bogusław Mróz Imię Łódź Gdańsk Poznań Kraków Rzeszów',
  czech:
    'Jiří Dvořák Tomáš Novák Václav Černý Kateřina Procházková Lukáš Kučera Ondřej Veselý Zdeněk Růžička Božena Němcová Jaroslav Pokorný Eliška Hájková Vojtěch Kříž Šárka Žižková Matěj Beneš Barbora Sedláčková Radek Říha Martina Šťastná Ľubomír Kováč Jozef Hudák Zuzana Kollárová Štefan Čierny Jméno Plzeň Příbram Třebíč',
  hungarian:
    'Erzsébet Szőke Jenő Fűzfa Ödön Üveges László Kovács István Tóth Zsófia Horváth Gergő Szűcs Ágnes Molnár Péter Németh Katalin Kertész Győző Lőrincz Ildikó Balázs Csőke Bálint Kőszegi Emő Győr Név Dániel Papp Réka Szabó Béla Dömötör Júlia Fülöp',
  romanian:
    'Ştefan Ionescu Mihăiţă Răducanu Ioana Pădureanu Cătălin Tănase Andreea Mureşan Bogdan Ţepeş Călin Vîlcu Ruxandra Brâncuşi Nicolae Bălan Raluca Stănescu Dragoş Cîrstea',
  croatian:
    'Ivana Horvat Željko Šimić Ivan Kovačević Đorđe Jovanović Ana Babić Matej Novaković Boštjan Žagar Tomaž Krajnc Saša Đurić Nenad Ćosić Mirjana Nikolić Goran Božić Špela Kovačič Jože Žnidaršič',
  turkish:
    'Ayşe Yılmaz Mehmet Öztürk Fatma Şahin Ahmet Çelik Gülşen Yıldız Mustafa Aydın Özlem Arslan İbrahim Doğan Zeynep Kılıç Hüseyin Çetin Şerife Kaya Oğuz Koç İsmail Özdemir Elif Güneş Murat Yıldırım Hatice Şimşek Barış Erdoğan Çiğdem Aslan Tuğba Polat Ümit Bozkurt Sıla Taş Yiğit Güler İpek Çakır Işıl Ünal Adı Öğrenci Öğretmen Şehir İstanbul Muğla Ağrı',
  lithuanian:
    'Jūratė Kazlauskienė Žydrūnas Petrauskas Rūta Šimkutė Gintarė Stankevičienė Mindaugas Žukauskas Eglė Urbonaitė Čiurlionis Algirdas Šarūnas Jasikevičius Agnė Grigaliūnienė Vytautas Landsbergis Ąžuolas Butkus Živilė Vaičiūnaitė Kęstutis Balčiūnas Saulė Kairytė Mantas Jankūnas Dovilė Bražėnaitė Ieva Paškevičiūtė Vardas Pavardė Šiauliai Panevėžys Klaipėda',
  latvian:
    'Jānis Bērziņš Līga Kalniņa Andris Ozoliņš Kārlis Ulmanis Ieva Liepiņa Māris Krūmiņš Zane Zariņa Dzintars Ābele Inguna Šķēle Ģirts Ķirsis Pēteris Vītols Anna Žagare Rūta Čakste Uldis Bērzs Ņina Lāce Elīna Garanča Ēriks Kļaviņš Sanita Grīnberga Vārds Uzvārds Rīga Jūrmala Liepāja Rēzekne',
  estonian:
    'Jüri Jõgi Õnne Põld Mäe Tõnis Kõiv Ülle Rüütel Märt Väljas Kersti Kaljulaid Šnelli Žanna Mõttus Küllike Saar Tõnu Õunapuu Ants Pärn',
  russian:
    'Анна Иванова Пётр Смирнов Елена Кузнецова Сергей Попов Екатерина Васильева Дмитрий Соколов Наталья Михайлова Алексей Новиков Ольга Фёдорова Юрий Морозов Татьяна Волкова Андрей Алексеев Ирина Лебедева Евгений Семёнов Мария Егорова Александр Козлов Светлана Павлова Николай Степанов Людмила Николаева Владимир Орлов Имя Фамилия Город Оценка Москва Новосибирск Санкт Петербург',
  ukrainian:
    "Олена Шевченко Тарас Бондаренко Оксана Коваленко Андрій Ткаченко Ірина Кравченко Сергій Олійник Юлія Мельник Дмитро Поліщук Наталія Савченко Євген Їжакевич Ґалаґан Київ Львів Ім'я",
  bulgarian:
    'Иван Георгиев Гергана Димитрова Петър Иванов Мария Петрова Георги Николов Елена Тодорова Димитър Стоянов Радка Христова Красимир Ангелов Цветелина Янкова Стоян Василев София Пловдив Бургас Име Град',
  greek:
    'Γιώργος Παπαδόπουλος Μαρία Παπανικολάου Κώστας Δημητρίου Ελένη Γεωργίου Νίκος Οικονόμου Αικατερίνη Καραγιάννη Δημήτρης Νικολάου Σοφία Ιωάννου Αθήνα Θεσσαλονίκη Όνομα Επώνυμο Βασίλης Χριστοδούλου Ανδρέας Μακρής Ιωάννα Αντωνίου Πέτρος Σταύρου Χρήστος Λάμπρου',
  hebrew:
    'דוד כהן מרים לוי יוסף מזרחי שרה פרץ משה ביטון רחל אברהם יעקב פרידמן חנה שפירא אסתר דהן יצחק אזולאי נועה גבאי תמר חדד אורי קליין שם עיר חיפה ירושלים תל אביב',
  arabic:
    'محمد أحمد فاطمة علي حسن إبراهيم عبد الله مريم خالد سعيد يوسف محمود ليلى حسين عائشة عمر سارة مصطفى نور الدين زينب كريم الاسم المدينة القاهرة دمشق عبد الرحمن',
  thai: 'สมชาย ใจดี สมหญิง รักเรียน ประเสริฐ วงศ์ไทย วิชัย ศรีสุข มาลี แสงทอง สุดา พงษ์พันธ์ อนุชา บุญมี กิตติ ทองดี นภา สุวรรณ ปรีชา จันทร์เพ็ญ ธนพล เจริญสุข พิมพ์ใจ รุ่งเรือง ณัฐ วัฒนา ศิริพร ชัยชนะ อรุณ สายทอง จิราภรณ์ มณีรัตน์ สุรชัย ขันทอง วรรณา แก้วใส ชื่อ นามสกุล คะแนน เมือง กรุงเทพ เชียงใหม่ นางสาว นาย',
  japanese:
    '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 和田 石田 上田 森田 原 柴田 酒井 工藤 横山 宮崎 宮本 内田 高木 安藤 谷口 大野 丸山 今井 高田 藤本 武田 村田 上野 杉山 増田 平野 大塚 千葉 久保 松井 岩崎 桜井 野口 松尾 菊地 木下 佐野 野村 新井 古川 水野 大輔 健太 翔太 直樹 美咲 陽子 裕子 恵子 真由美 智子 久美子 花子 太郎 一郎 次郎 健一 誠 隆 浩 明 翔 大翔 蓮 結衣 葵 さくら 愛 優子 由美 明美 幸子 和子 洋子 雄一 正 清 勇 茂 勝 美穂 彩 麻衣 香織 奈々 亮 拓也 哲也 剛 学 修 進 千代 氏名 名前 点数 生徒 あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん ヤマダタロウ スズキハナコ アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン ー 東京 大阪 横浜 名古屋 札幌 福岡',
  chinese:
    '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 高 林 罗 郑 梁 谢 宋 唐 许 韩 冯 邓 曹 彭 曾 肖 田 董 袁 潘 于 蒋 蔡 余 杜 叶 程 苏 魏 吕 丁 任 沈 姚 卢 姜 崔 钟 谭 陆 汪 范 金 石 廖 贾 夏 韦 付 方 白 邹 孟 熊 秦 邱 江 尹 薛 闫 段 雷 侯 龙 史 陶 黎 贺 顾 毛 郝 龚 邵 万 钱 严 伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 玉兰 萍 鹏 辉 玲 红 建华 志强 小明 小红 文 华 国 海 燕 波 斌 宇 浩 凯 健 俊 帆 雪 梅 琳 欣 怡 佳 雨 思 梓 涵 晨 轩 子 子轩 雨涵 欣怡 婷 婷婷 玉 春 云 飞 峰 东 晓 晓东 晓燕 丹 倩 慧 莉 颖 莹 姓名 成绩 分数 班级 学生 城市 北京 上海 广州 深圳 南京',
  traditional:
    '陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭 謝 郭 洪 邱 曾 廖 賴 徐 周 葉 蘇 莊 呂 江 何 蕭 羅 高 潘 簡 朱 鍾 彭 游 詹 胡 施 沈 余 盧 梁 趙 顏 柯 翁 魏 孫 戴 家豪 志明 俊傑 建宏 俊宏 志豪 志偉 文雄 承翰 冠宇 淑芬 淑惠 美玲 雅婷 美惠 麗華 淑娟 怡君 雅雯 佳穎 淑貞 秀英 惠雯 詩涵 姓名 成績 分數 臺北 高雄 香港 國 華 明 德 榮 龍 鳳 玉 蘭 梅',
  korean:
    '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 전 홍 고 문 양 손 배 백 허 유 남 심 노 하 곽 성 차 주 우 구 민 진 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 라 왕 금 옥 육 인 맹 제 모 탁 국 민준 서연 지훈 수빈 예준 지우 현우 서현 도윤 하은 시우 지민 준서 수아 건우 지유 우진 채원 영수 영희 철수 미경 은주 정희 순자 영자 경숙 정숙 상훈 성민 동현 재현 승현 유진 은지 혜진 지혜 보람 아름 슬기 이름 성명 점수 학생 서울 부산 대구 인천 광주 대전',
};
