package com.example.bookstore;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.io.SequenceInputStream;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * 说出两个镜像差在哪里、是哪条指令造成的。删掉第一行的 package，再运行 {@code java ImageDiff.java 旧 新}；
 * 不删的话，用编译好的类：{@code java -cp target/classes com.example.bookstore.ImageDiff 旧 新}。
 * 旧与新是镜像名，或者 docker save 存的 tar。退出码：0 一样，1 不一样，2 读不出来。
 */
public final class ImageDiff {

    private ImageDiff() {
    }

    /** 镜像里的一个文件；attributes 是扩展属性，inside 是 jar 里每一项的摘要，别的文件没有。 */
    record Entry(char type, long size, int mode, String owner, Map<String, String> attributes, long time, String target,
            String digest, Map<String, String> inside, int layer) {

        Entry in(int number) {
            return new Entry(type, size, mode, owner, attributes, time, target, digest, inside, number);
        }

        String kind() {
            return switch (type) {
                case '5' -> "目录";
                case '2' -> "链接";
                case '3', '4' -> "设备";
                case '6' -> "管道";
                default -> "文件";
            };
        }
    }

    record Layer(String digest, long bytes, String createdBy) {
    }

    record Image(String id, String created, Map<String, String> config, List<Layer> layers,
            TreeMap<String, Entry> files) {

        long bytes() {
            return layers.stream().mapToLong(Layer::bytes).sum();
        }
    }

    // region reason
    /** 两个同名的文件差在哪里；一样就是空串。先说最要紧的。 */
    static String reason(Entry old, Entry now) {
        if (old.type() != now.type()) {
            return old.kind() + "变成" + now.kind();
        }
        boolean sameBytes = old.digest().equals(now.digest())
                && old.target().equals(now.target());
        boolean sameInside = !old.inside().isEmpty()
                && old.inside().equals(now.inside());
        if (!sameBytes && !sameInside) {
            return "内容变了";
        }
        if (old.mode() != now.mode()) {
            return "权限变了";
        }
        if (!old.owner().equals(now.owner())) {
            return "主人变了";
        }
        if (!old.attributes().equals(now.attributes())) {
            return "扩展属性变了";
        }
        if (!sameBytes) {
            return "重新打包过";
        }
        return old.time() == now.time() ? "" : "只有时间变了";
    }
    // endregion reason

    /** 一处不同：哪个文件，为什么，由哪条指令造成。 */
    record Change(String path, String reason, String instruction, long bytes, List<String> inside) {

        boolean onlyTime() {
            return reason.equals("只有时间变了") || repacked();
        }

        boolean repacked() {
            return reason.equals("重新打包过");
        }
    }

    static List<Change> changes(Image old, Image now) {
        List<Change> found = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>(old.files().keySet());
        paths.addAll(now.files().keySet());
        for (String path : paths) {
            Entry before = old.files().get(path);
            Entry after = now.files().get(path);
            if (after == null) {
                String writer = old.layers().get(before.layer()).createdBy();
                found.add(new Change(path, "没有了", writer, before.size(), List.of()));
                continue;
            }
            // 文件在哪一层，就是哪条指令写的
            String instruction = now.layers().get(after.layer()).createdBy();
            String reason = before == null ? "新的" : reason(before, after);
            if (!reason.isEmpty()) {
                List<String> inside = before == null ? List.of()
                        : inside(before.inside(), after.inside());
                found.add(new Change(path, reason, instruction, after.size(), inside));
            }
        }
        return found;
    }

    /** jar 里变了的几项。 */
    private static List<String> inside(Map<String, String> old, Map<String, String> now) {
        TreeSet<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        names.removeIf(name -> Objects.equals(old.get(name), now.get(name)));
        return List.copyOf(names);
    }

    static String report(String oldName, Image old, String newName, Image now) {
        if (old.id().equals(now.id())) {
            return "两个镜像的摘要一样\n";
        }
        StringBuilder text = new StringBuilder();
        text.append("- ").append(summary(oldName, old)).append("+ ").append(summary(newName, now));
        int same = 0;
        while (same < Math.min(old.layers().size(), now.layers().size())
                && old.layers().get(same).digest().equals(now.layers().get(same).digest())) {
            same++;
        }
        text.append("前 ").append(same).append(" 层一样，可以共用\n");
        TreeSet<String> keys = new TreeSet<>(old.config().keySet());
        keys.addAll(now.config().keySet());
        keys.removeIf(key -> Objects.equals(old.config().get(key), now.config().get(key)));
        for (String key : keys) {
            String before = masked(old.config().getOrDefault(key, "没有"));
            String after = masked(now.config().getOrDefault(key, "没有"));
            // 名字像秘密的不印值，这份报告多半进流水线的日志
            boolean secret = key.matches("(?i).*" + SECRET + ".*") || before.equals(after);
            text.append("配置 ").append(key).append("：").append(secret ? "变了，不印出来" : before + " → " + after).append('\n');
        }
        List<Change> changes = changes(old, now);
        Map<String, List<Change>> groups = new LinkedHashMap<>();
        changes.forEach(change -> groups.computeIfAbsent(change.instruction() + "\0" + change.reason(),
                key -> new ArrayList<>()).add(change));
        groups.values().stream().sorted((a, b) -> Boolean.compare(a.getFirst().onlyTime(), b.getFirst().onlyTime()))
                .forEach(group -> text.append(describe(group)));
        return text.append(verdict(old, now, changes, keys.isEmpty())).toString();
    }

    private static String summary(String name, Image image) {
        return "%s：%s，%d 层%n".formatted(name, megabytes(image.bytes()), image.layers().size());
    }

    private static String describe(List<Change> group) {
        Change first = group.getFirst();
        StringBuilder text = new StringBuilder("%s，%d 个，%s ← %s%n".formatted(first.reason(), group.size(),
                megabytes(group.stream().mapToLong(Change::bytes).sum()), shortened(first.instruction())));
        for (Change change : group.subList(0, first.onlyTime() ? Math.min(1, group.size()) : Math.min(3, group.size()))) {
            text.append("    ").append(change.path()).append('\n');
            change.inside().stream().limit(3).forEach(name -> text.append("        ").append(name).append('\n'));
        }
        return text.toString();
    }

    private static String verdict(Image old, Image now, List<Change> changes,
            boolean sameConfig) {
        if (!changes.stream().allMatch(Change::onlyTime)) {
            return "结论：文件不一样\n";
        }
        if (!sameConfig) {
            return "结论：文件的内容一样，配置不一样\n";
        }
        if (!changes.isEmpty()) {
            // 重新打包，变的可能是时间，也可能是压缩的办法、各项的先后
            boolean repacked = changes.stream().anyMatch(Change::repacked);
            return "结论：内容与配置都一样，摘要不同是因为文件的时间"
                    + (repacked ? "与重新打包\n" : "\n");
        }
        boolean sameLayers = old.layers().stream().map(Layer::digest).toList()
                .equals(now.layers().stream().map(Layer::digest).toList());
        if (!sameLayers) {
            return "结论：比较过的都一样，摘要不同是因为分层、层里的顺序或没有比较的记录\n";
        }
        return old.created().equals(now.created())
                ? "结论：每一层与创建时间都一样，摘要不同是因为配置里别的记录\n"
                : "结论：每一层都一样，摘要不同是因为配置里的创建时间\n";
    }

    private static String megabytes(long bytes) {
        return bytes < 100_000 ? "不到 0.1 MB" : "%.1f MB".formatted(bytes / 1e6);
    }

    private static final String SECRET = "(PASSW|PASSPHRASE|PWD|SECRET|TOKEN|KEY|CREDENTIAL)";

    /** 盖住写在中间的口令：名字=值，参数与它后面的值，网址里 @ 前面的。 */
    private static String masked(String text) {
        return text.replaceAll("(?i)(" + SECRET + "[\\w.-]*(=|: ?|\", \"))('[^']*'|\\\\?\"[^\"]*\"?|[^\\s\"\\]]+)", "$1…")
                .replaceAll("(://[^/\\s:@]*:)[^/\\s\"]+@", "$1…@");
    }

    private static String shortened(String instruction) {
        String line = masked(instruction).replaceFirst("^/bin/sh -c #\\(nop\\) +", "")
                // ARG 的值也印在指令里，里面可能有口令，不印
                .replaceFirst("(?s)^(RUN )?(\\|\\d+ .*?)?/bin/sh -c ", "RUN ")
                // 换了 shell，或者不用 shell，分不清值到哪里为止，命令也不印
                .replaceFirst("(?s)^(RUN )?\\|\\d+ .*", "RUN （带着 ARG 的值，不印）")
                .replaceAll("(file|dir):[0-9a-f]{8,}", "$1:…").replaceAll("\\s+", " ").strip();
        return line.length() > 60 ? line.substring(0, 59) + "…" : line;
    }

    /** 读 docker save 存的 tar，旧的与 OCI 的布局都有 manifest.json。 */
    static Image read(Path tar) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(tar.toFile(), "r")) {
            Map<String, long[]> index = new LinkedHashMap<>();
            Map<String, String> links = new LinkedHashMap<>();
            Tar outer = new Tar(Channels.newInputStream(file.getChannel()));
            for (Tar.Header header; (header = outer.next()) != null;) {
                index.put(header.name(), new long[] {outer.position(), header.size()});
                if (header.type() == '2') {
                    links.put(header.name(), Path.of(header.name()).resolveSibling(header.target()).normalize().toString().replace('\\', '/'));
                }
            }
            Part parts = name -> {
                long[] place = index.get(links.getOrDefault(name, name));
                if (place == null) {
                    throw new IOException("里面没有 " + name);
                }
                file.seek(place[0]);
                return new Bounded(Channels.newInputStream(file.getChannel()), place[1]);
            };
            return image(parts);
        }
        catch (EOFException ex) {
            throw ex.getMessage() == null ? new EOFException("有一层在中间断了") : ex; // 压缩的层断在头里，原来的没有说明
        }
        catch (RuntimeException ex) { // 少了一项、类型不对、数字大得放不下
            throw new IOException("不是 docker save 存的 tar：" + tar, ex);
        }
    }

    private interface Part {
        InputStream open(String name) throws IOException;
    }

    private static Image image(Part parts) throws IOException {
        List<?> images = (List<?>) json(parts, "manifest.json");
        if (images.size() > 1) {
            throw new IOException("里面有 " + images.size() + " 个镜像，不知道比哪一个。镜像名请写上标签，tar 请一个镜像存一个");
        }
        Map<?, ?> manifest = (Map<?, ?>) images.getFirst();
        byte[] text = parts.open((String) manifest.get("Config")).readAllBytes();
        Map<?, ?> config = (Map<?, ?>) Json.parse(new String(text, StandardCharsets.UTF_8));
        List<String> instructions = (config.get("history") instanceof List<?> rows ? rows : List.of()).stream().map(row -> (Map<?, ?>) row)
                .filter(row -> !Boolean.TRUE.equals(row.get("empty_layer")))
                .map(row -> Objects.toString(row.get("created_by"), "（没有记下指令）")).toList();
        List<?> digests = (List<?>) ((Map<?, ?>) config.get("rootfs")).get("diff_ids");
        List<Layer> layers = new ArrayList<>();
        TreeMap<String, Entry> files = new TreeMap<>();
        List<?> names = (List<?>) manifest.get("Layers");
        if (names.size() != digests.size()) {
            throw new IOException("里面有 " + names.size() + " 层，配置里写的是 " + digests.size() + " 层");
        }
        for (Object name : names) {
            int number = layers.size();
            MessageDigest sum = sha256();
            InputStream layer = summed(unzipped(parts.open((String) name)), sum);
            long bytes = apply(layer, files, number);
            layer.transferTo(OutputStream.nullOutputStream());
            if (!hex(sum).equals(digests.get(number))) {
                throw new IOException("第 " + (number + 1) + " 层与配置里的摘要对不上：它不完整，或者不是用 gzip 压缩的");
            }
            layers.add(new Layer((String) digests.get(number), bytes,
                    number < instructions.size() ? instructions.get(number) : "（没有记下指令）"));
        }
        return new Image(digest(text), Objects.toString(config.get("created"), ""), settings(config), layers, files);
    }

    private static Object json(Part parts, String name) throws IOException {
        return Json.parse(new String(parts.open(name).readAllBytes(), StandardCharsets.UTF_8));
    }

    private static InputStream unzipped(InputStream layer) throws IOException {
        byte[] magic = layer.readNBytes(4);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(magic), layer);
        if (Arrays.equals(magic, new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd})) {
            throw new IOException("有一层是用 zstd 压缩的，只读得了 gzip 的与没有压缩的");
        }
        return magic.length == 4 && magic[0] == 0x1f && magic[1] == (byte) 0x8b ? new GZIPInputStream(whole) : whole;
    }

    private static InputStream summed(InputStream in, MessageDigest sum) {
        return new DigestInputStream(in, sum) {

            /** 跳过的也要算进摘要，所以用读代替。 */
            @Override
            public long skip(long bytes) throws IOException {
                return readNBytes((int) Math.min(bytes, 8192)).length;
            }
        };
    }

    private static Map<String, String> settings(Map<?, ?> document) {
        Map<String, String> flat = new TreeMap<>();
        put(flat, document, "architecture", "variant", "os", "os.version");
        // OCI 里 config 与 history 都可以不写
        Map<?, ?> config = document.get("config") instanceof Map<?, ?> written ? written : Map.of();
        put(flat, config, "User", "WorkingDir", "Entrypoint", "Cmd", "Healthcheck", "ExposedPorts", "Volumes", "StopSignal",
                "StopTimeout", "Shell", "OnBuild");
        if (config.get("Env") instanceof List<?> variables) {
            for (Object line : variables) {
                String[] variable = line.toString().split("=", 2);
                flat.put("Env " + variable[0], variable.length == 2 ? variable[1] : "没有写等号");
            }
        }
        if (config.get("Labels") instanceof Map<?, ?> labels) {
            labels.forEach((key, value) -> flat.put("Label " + key, value.toString()));
        }
        return flat;
    }

    private static void put(Map<String, String> flat, Map<?, ?> from, String... keys) {
        for (String key : keys) {
            Object value = from.get(key);
            if (value != null && !value.equals("") && !value.equals(List.of()) && !value.equals(Map.of())) {
                flat.put(key, value instanceof String text ? text : quoted(value));
            }
        }
    }

    /** 字符串加上引号：一个带逗号的参数，与两个参数不一样。 */
    private static String quoted(Object value) {
        return switch (value) {
            case String text -> '"' + text + '"';
            case List<?> list -> list.stream().map(ImageDiff::quoted).toList().toString();
            case Map<?, ?> map -> map.entrySet().stream().map(entry -> entry.getKey() + "=" + quoted(entry.getValue()))
                    .sorted().toList().toString();
            // 三十秒是 30000000000，不是 3.0E10
            case Double number -> new BigDecimal(number).toPlainString();
            case null, default -> String.valueOf(value);
        };
    }

    // region layer
    /** 把一层叠上去：同名的换掉，.wh. 开头的是“删除”的记号。 */
    private static long apply(InputStream layer, TreeMap<String, Entry> files, int number)
            throws IOException {
        Tar tar = new Tar(layer);
        long bytes = 0;
        for (Tar.Header header; (header = tar.next()) != null;) {
            String path = path(header.name());
            String name = path.substring(path.lastIndexOf('/') + 1);
            String folder = path.substring(0, path.lastIndexOf('/') + 1);
            if (name.equals(".wh..wh..opq")) {
                removeBelow(files, folder, number);
            }
            else if (name.startsWith(".wh.")) {
                String gone = folder + name.substring(4);
                // 记号管的是下面的层，同一层里写的不算
                files.computeIfPresent(gone, (key, it) -> it.layer() < number ? null : it);
                removeBelow(files, gone + "/", number);
            }
            else {
                // 硬链接（类型 1）与它指着的文件是同一份
                Entry same = header.type() != '1' ? null
                        : files.get(path(header.target()));
                files.put(path, same == null ? entry(header, tar, number)
                        : same.in(number));
                if (header.type() != '5') {
                    // 目录换成了文件，里面的跟着没有了
                    removeBelow(files, path + "/", number);
                }
                bytes += header.size();
            }
        }
        return bytes;
    }
    // endregion layer

    private static String path(String name) {
        return "/" + name.replaceFirst("^(\\./|/)+", "").replaceFirst("/$", "");
    }

    private static void removeBelow(TreeMap<String, Entry> files, String folder, int number) {
        files.subMap(folder, false, folder + Character.MAX_VALUE, false).values()
                .removeIf(file -> file.layer() < number);
    }

    private static Entry entry(Tar.Header header, Tar tar, int layer) throws IOException {
        byte[] content = header.size() > 0 ? tar.content() : new byte[0];
        return new Entry(header.type(), header.size(), header.mode(), header.owner(), header.attributes(), header.time(),
                header.target(), digest(content), header.name().endsWith(".jar") ? inside(content) : Map.of(), layer);
    }

    /** jar 里每一项的摘要，jar 里的 jar 只算一项。照 Java 的办法从末尾的目录读起，接在前面的另一个 jar 不算。 */
    private static Map<String, String> inside(byte[] jar) throws IOException {
        if (jar.length < 2 || jar[0] != 'P' || jar[1] != 'K') {
            return Map.of(); // 前面接着脚本的 jar，脚本也会变，当作普通文件
        }
        Path file = Files.createTempFile("image-", ".jar");
        file.toFile().deleteOnExit();
        try {
            Files.write(file, jar);
            return sums(file);
        }
        finally {
            Files.deleteIfExists(file);
        }
    }

    private static Map<String, String> sums(Path jar) {
        Map<String, String> sums = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry item : Collections.list(zip.entries())) {
                sums.put(item.getName(), digest(zip.getInputStream(item).readAllBytes()));
            }
            return sums;
        }
        catch (IOException | IllegalArgumentException ex) {
            // 坏的、项名不是 UTF-8 的 jar 看不到里面，当作普通文件
            return Map.of();
        }
    }

    private static String digest(byte[] content) {
        MessageDigest sum = sha256();
        sum.update(content);
        return hex(sum);
    }

    private static String hex(MessageDigest sum) {
        return "sha256:" + HexFormat.of().formatHex(sum.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        }
        catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** 一段输入，到 limit 为止。 */
    private static final class Bounded extends InputStream {

        private final InputStream in;
        private long left;

        Bounded(InputStream in, long limit) {
            this.in = in;
            this.left = limit;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int read = in.read(target, offset, (int) Math.min(length, left));
            if (read < 0) {
                throw new EOFException("tar 在中间断了");
            }
            left -= read;
            return read;
        }
    }

    /** 读 tar：ustar，以及长文件名的 GNU 与 PAX 写法。 */
    static final class Tar {

        record Header(String name, char type, long size, int mode, String owner, Map<String, String> attributes, long time,
                String target) {
        }

        private static final long LARGEST = Integer.MAX_VALUE - 8;

        private final InputStream in;
        private long position;
        private long left;
        private long padding;

        Tar(InputStream in) {
            this.in = in;
        }

        /** 当前这一项的内容从哪里开始。 */
        long position() {
            return position;
        }

        Header next() throws IOException {
            String name = null;
            String target = null;
            Long size = null;
            Map<String, String> attributes = new TreeMap<>();
            Map<String, String> extended = new TreeMap<>();
            while (true) {
                skip(left + padding);
                byte[] block = in.readNBytes(512);
                position += block.length;
                if (block.length == 0) {
                    return null;
                }
                if (block.length < 512) {
                    throw new EOFException("tar 在中间断了");
                }
                // 末尾是一块零。只看第一个字节不够：名字写在 PAX 里的，头里的可以是空的
                if (Arrays.equals(block, new byte[512])) {
                    return null;
                }
                if (!text(block, 257, 5).equals("ustar")) {
                    throw new IOException("这不是 tar");
                }
                left = size != null ? size : number(block, 124, 12);
                padding = (512 - left % 512) % 512;
                char type = (char) block[156];
                if (type == 'L' || type == 'K') {
                    String value = text(content()).replace("\0", "");
                    name = type == 'L' ? value : name;
                    target = type == 'K' ? value : target;
                }
                else if (type == 'x' || type == 'g') {
                    Map<String, String> more = pax(content());
                    extended.putAll(more);
                    name = more.getOrDefault("path", name);
                    target = more.getOrDefault("linkpath", target);
                    size = more.containsKey("size") ? Long.valueOf(more.get("size")) : size;
                    more.forEach((key, value) -> {
                        if (key.startsWith("SCHILY.xattr.")) {
                            attributes.put(key.substring(13), value);
                        }
                    });
                }
                else {
                    String prefix = text(block, 345, 155);
                    String plain = block[262] == 0 && !prefix.isEmpty() ? prefix + "/" + text(block, 0, 100) : text(block, 0, 100);
                    // 有的工具在权限前面加上文件的类型，那不是权限
                    return new Header(name == null ? plain : name, type == 0 ? '0' : type, left, (int) number(block, 100, 8) & 07777,
                            // 放不进头里的编号、不到一秒的时间，写在 PAX 里
                            extended.getOrDefault("uid", number(block, 108, 8) + "") + ":"
                                    + extended.getOrDefault("gid", number(block, 116, 8) + ""), attributes,
                            new BigDecimal(extended.getOrDefault("mtime", number(block, 136, 12) + "")).movePointRight(9).longValue(),
                            target == null ? text(block, 157, 100) : target);
                }
            }
        }

        byte[] content() throws IOException {
            if (left > LARGEST) {
                throw new IOException("里面有一个文件超过 2 GB");
            }
            byte[] content = in.readNBytes((int) left);
            if (content.length < left) {
                throw new EOFException("tar 在中间断了");
            }
            position += left;
            left = 0;
            return content;
        }

        private void skip(long bytes) throws IOException {
            try {
                in.skipNBytes(bytes);
            }
            catch (EOFException ex) {
                throw new EOFException("tar 在中间断了"); // 原来的没有说明
            }
            position += bytes;
            left = 0;
            padding = 0;
        }

        private static String text(byte[] block, int offset, int length) {
            int end = offset;
            while (end < offset + length && block[end] != 0) {
                end++;
            }
            return text(Arrays.copyOfRange(block, offset, end));
        }

        /** 多半是 UTF-8；不是的（GBK 的文件名、扩展属性）一个字节算一个 UTF-8 里没有的字，不同的才不会变成一样。 */
        private static String text(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
                return text;
            }
            StringBuilder each = new StringBuilder();
            for (byte one : bytes) {
                each.append((char) (one < 0 ? 0xdc00 | one & 0xff : one));
            }
            return each.toString();
        }

        private static long number(byte[] block, int offset, int length) throws IOException {
            if (block[offset] < 0) {
                // 放不进八进制的大数字：最高位是 1，其余按字节
                long value = block[offset] & 0x3f;
                for (int i = 1; i < length; i++) {
                    value = value << 8 | block[offset + i] & 0xff;
                }
                return value;
            }
            String digits = text(block, offset, length).strip();
            try {
                return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
            }
            catch (NumberFormatException ex) {
                throw new IOException("这不是 tar", ex);
            }
        }

        private static Map<String, String> pax(byte[] records) {
            Map<String, String> values = new LinkedHashMap<>();
            for (int start = 0; start < records.length;) {
                int space = start;
                while (records[space] != ' ') {
                    space++;
                }
                int length = Integer.parseInt(new String(records, start, space - start, StandardCharsets.UTF_8));
                String[] pair = text(Arrays.copyOfRange(records, space + 1, start + length - 1)).split("=", 2);
                values.put(pair[0], pair[1]);
                start += length;
            }
            return values;
        }
    }

    /** 够读镜像配置的 JSON：对象是 Map，数组是 List，数字是 Double。 */
    static final class Json {

        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        static Object parse(String text) throws IOException {
            try {
                return new Json(text).value();
            }
            catch (IndexOutOfBoundsException | NumberFormatException ex) {
                throw new IOException("JSON 在中间断了", ex);
            }
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        private Object value() throws IOException {
            switch (next()) {
                case '{' -> {
                    Map<String, Object> map = new LinkedHashMap<>();
                    at++;
                    while (next() != '}') {
                        String key = string();
                        if (next() != ':') {
                            throw new IOException("JSON 里少了冒号");
                        }
                        at++;
                        map.put(key, value());
                        if (next() == ',') {
                            at++;
                        }
                    }
                    at++;
                    return map;
                }
                case '[' -> {
                    List<Object> list = new ArrayList<>();
                    at++;
                    while (next() != ']') {
                        list.add(value());
                        if (next() == ',') {
                            at++;
                        }
                    }
                    at++;
                    return list;
                }
                case '"' -> {
                    return string();
                }
                default -> {
                    int start = at;
                    while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
                        at++;
                    }
                    String word = text.substring(start, at);
                    return switch (word) {
                        case "true" -> true;
                        case "false" -> false;
                        case "null" -> null;
                        default -> Double.valueOf(word);
                    };
                }
            }
        }

        private String string() throws IOException {
            if (next() != '"') {
                throw new IOException("JSON 里少了引号");
            }
            StringBuilder value = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    value.append(text.charAt(at));
                    continue;
                }
                char escaped = text.charAt(++at);
                switch (escaped) {
                    case 'n' -> value.append('\n');
                    case 't' -> value.append('\t');
                    case 'r' -> value.append('\r');
                    case 'b' -> value.append('\b');
                    case 'f' -> value.append('\f');
                    case 'u' -> {
                        value.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                        at += 4;
                    }
                    default -> value.append(escaped);
                }
            }
            at++;
            return value.toString();
        }
    }

    /** 镜像名就先让 docker 存成 tar，读完删掉。 */
    private static Image open(String name) throws IOException, InterruptedException {
        // 不用 Path.of：Windows 上镜像名里的冒号不是合法的路径
        File file = new File(name);
        if (file.isFile()) {
            return read(file.toPath());
        }
        Path tar = Files.createTempFile("image-", ".tar");
        tar.toFile().deleteOnExit(); // 中途按了 Ctrl+C，finally 不执行
        try {
            Process process = new ProcessBuilder("docker", "save", "--output", tar.toString(), name)
                    .redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(said.strip());
            }
            return read(tar);
        }
        finally {
            Files.deleteIfExists(tar);
        }
    }

    /** 流水线里常常没有设 LANG，中文会变成问号：这时照 UTF-8 打印。 */
    private static PrintStream legible(PrintStream stream, String property, FileDescriptor descriptor) {
        Charset charset = Charset.forName(System.getProperty(property, Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('镜') ? stream
                : new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws InterruptedException {
        System.setOut(legible(System.out, "stdout.encoding", FileDescriptor.out));
        System.setErr(legible(System.err, "stderr.encoding", FileDescriptor.err));
        if (arguments.length != 2) {
            System.err.println("用法：java ImageDiff.java 旧镜像 新镜像");
            System.exit(2);
        }
        try {
            Image old = open(arguments[0]);
            Image now = open(arguments[1]);
            System.out.print(report(arguments[0], old, arguments[1], now));
            System.exit(old.id().equals(now.id()) ? 0 : 1);
        }
        catch (IOException ex) {
            System.err.println("读不出这个镜像：" + ex.getMessage());
            System.exit(2);
        }
        catch (OutOfMemoryError ex) {
            // 不接住它，JVM 的退出码是 1，像是“不一样”
            System.err.println("读不出这个镜像：内存不够，用 -Xmx 加大堆");
            System.exit(2);
        }
        catch (StackOverflowError ex) {
            System.err.println("读不出这个镜像：JSON 套得太深");
            System.exit(2);
        }
    }
}
