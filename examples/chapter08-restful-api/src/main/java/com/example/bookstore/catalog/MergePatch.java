package com.example.bookstore.catalog;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON Merge Patch（RFC 7396）。 */
// region merge-patch
@Component
public class MergePatch {

    private final JsonMapper mapper;

    public MergePatch(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** 把补丁打在 {@code target} 的 JSON 表示上，再读回同一个类型。 */
    @SuppressWarnings("unchecked")
    public <T> T apply(JsonNode patch, T target) {
        if (!patch.isObject()) {
            // 按 RFC 7396，不是对象的补丁会换掉整个资源，这里不收
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
                    "补丁要是一个 JSON 对象");
        }
        JsonNode patched = merge(mapper.valueToTree(target), patch);
        try {
            return (T) mapper.treeToValue(patched, target.getClass());
        }
        catch (JacksonException ex) {
            // 不是消息转换器抛的，不接住就成了 500
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
                    "补丁里的值与字段类型不符", ex);
        }
    }

    /** RFC 7396 第 2 节的算法：null 是删除，对象是递归，其余是替换。 */
    JsonNode merge(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch;
        }
        ObjectNode result = target instanceof ObjectNode object
                ? object.deepCopy() : mapper.createObjectNode();
        changes.properties().forEach(change -> {
            if (change.getValue().isNull()) {
                result.remove(change.getKey());
            }
            else {
                result.set(change.getKey(), merge(result.get(change.getKey()),
                        change.getValue()));
            }
        });
        return result;
    }
}
// endregion merge-patch
